// The window reads by the contract's schemas with a reader of its own in place of zod: in its bundle, in dev and in its tests.
import path from 'node:path';

export const smallZod = {
  find: /^zod$/,
  replacement: path.resolve('src-renderer/contract/zod.ts'),
};
