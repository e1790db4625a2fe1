// The sentences of the reasons that the window gives itself. Its bundle has them in the place of english.ts: whatever comes from
// elsewhere brings its English along.
import { bridge } from './en/bridge.ts';

const table = bridge();

export const english = (): typeof table => table;
