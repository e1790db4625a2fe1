// Tokens where there is a keychain: sealed ones come first, and those that the command line keeps in the plain file, as it has
// no keychain, are known as well.
import type { Secrets } from './secrets.ts';

export function createBothSecrets(sealed: Secrets, plain: Secrets): Secrets {
  /** One that is kept sealed from now on, or not at all, does not stay readable beside it. */
  const removePlain = async (name: string) => {
    if ((await plain.get(name)) !== undefined) await plain.remove(name);
  };
  return {
    get: async (name) => (await sealed.get(name)) ?? (await plain.get(name)),
    set: async (name, value) => {
      await sealed.set(name, value);
      await removePlain(name);
    },
    remove: async (name) => {
      await sealed.remove(name);
      await removePlain(name);
    },
    describe: sealed.describe,
    follow: (onChange) => {
      const ends = [sealed.follow(onChange), plain.follow(onChange)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
