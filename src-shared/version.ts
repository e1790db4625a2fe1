// The version people see. A test keeps it equal to the one in package.json, which the window's bundle cannot read.

/** Slipway's version. */
export const slipwayVersion = '0.1.0';
