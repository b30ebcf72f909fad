// Numbers as the labs print them.

/** A number with a minus sign in place of a hyphen. @param {string | number} text */
export const signed = (text) => String(text).replaceAll("-", "\u2212");

/**
 * A number in `digits` digits. What is smaller than `least` is rounding, and prints as 0.
 * @param {number} value
 * @param {{digits?: number, least?: number}} [how]
 */
export const formatNumber = (value, { digits = 4, least = 1e-9 } = {}) => {
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  if (!size || size < least) return "0";
  if (size < 1e-3 || size >= 10 ** (digits + 1)) return signed(value.toExponential(1));
  return signed(rounded);
};
