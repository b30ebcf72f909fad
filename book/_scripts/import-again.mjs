// Import a module that may have failed to come before.

/** How often each address failed. @type {Map<string, number>} */
const failures = new Map();

/** Import a module of this folder. A browser may remember that an address failed: after
 * each failure it is another.
 * @param {string} address relative to this file
 * @returns {Promise<any>} */
export const importAgain = async (address) => {
  const failed = failures.get(address) ?? 0;
  try {
    return await import(failed ? `${address}?${failed}` : address);
  } catch (error) {
    failures.set(address, failed + 1);
    throw error;
  }
};
