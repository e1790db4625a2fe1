// Prints which wall can be built in the folder given, as one line of JSON: in a process of its own, which may be held short.
import { findWall } from '../../../../../embedded-server/runtime/walls/find-wall.ts';

const [folder = ''] = process.argv.slice(2);
console.log(JSON.stringify(await findWall(folder)));
