// Imports that can be tried again.

/** How often each address failed. @type {Map<string, number>} */
const failures = new Map();

/** Import a module. A browser may remember that an address failed, so each failure changes
 * the address of the next attempt.
 * @param {string} address whole, as import.meta.resolve makes it
 * @returns {Promise<any>} */
export const importWithRetry = async (address) => {
  const failed = failures.get(address) ?? 0;
  try {
    return await import(failed ? `${address}?${failed}` : address);
  } catch (error) {
    failures.set(address, failed + 1);
    throw error;
  }
};
