// The modes that a manifest knows. In a file of its own, as the pack thread needs no schema but when it reads an earlier manifest.

export const MODE_PLAIN = 0o644;
export const MODE_PROGRAM = 0o755;
export const MODE_LINK = 0o120_000;
