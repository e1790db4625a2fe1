// What a slipway.json may hold: the run settings, and what only a build itself can say.
import { z } from 'zod';
import { BUILD_PATHS } from './build-paths.ts';
import { optional } from './common.ts';
import { keepPaths } from './keep-paths.ts';
import { findQueryFault, playerQuery } from './player-query.ts';
import { consoleLine, runSettings } from './run-settings.ts';
import { healthCheck, readyWhen, sdkCounters, sdkLists } from './server-sdk.ts';
import { templatePaths } from './template-paths.ts';

const HOW_MANY = `At most ${BUILD_PATHS.entries}, each of at most ${BUILD_PATHS.text[1]} bytes.`;

/**
 * The `slipway.json` at the root of a build: the program to run, and its settings. What describes a field here is what editors
 * show and what docs/slipway-json.md says (`npm run docs`).
 */
export const buildManifest = runSettings
  .extend({
    $schema: optional(z.string()).describe('Where editors find this description: /slipway.schema.json of a service.'),
    program: z
      .string()
      .min(1)
      .describe(
        'The file that starts the server, by its path below the root of the build. JavaScript runs on the Node of Slipway, a .jar on Java, a .dll on .NET, and Python without a #! line on python3.',
      ),
    stop: optional(consoleLine).describe(
      "What is typed into the server's console to have it end. A signal follows when half of kill_timeout is over.",
    ),
    keep: optional(keepPaths).describe(
      `Folders whose content outlives the server, by their paths below the root of the build: worlds, saves, bans. They belong to the namespace, and the next server finds them as this one left them. ${HOW_MANY}`,
    ),
    templates: optional(templatePaths).describe(
      `Text files of the build in which {port}, {port:NAME}, {host} and {logdir} are filled in at each start, by their paths below its root. For programs; an image has no slipway.json. ${HOW_MANY}`,
    ),
    ready: optional(readyWhen).describe(
      'When players may come: once the server listens on its ports (listening, the default), or once it also says Ready through the Agones SDK (sdk).',
    ),
    health: optional(healthCheck).describe(
      'How often the server has to call Health of the Agones SDK. One that does not is ended, and its namespace starts another.',
    ),
    players: optional(playerQuery).describe(
      'How the server is asked how many play, every few seconds. What it says through the Agones SDK counts more; without an answer, connections are counted.',
    ),
    counters: optional(sdkCounters).describe(
      'The counters that the server has in the Agones SDK, by name. One named players says how many play.',
    ),
    lists: optional(sdkLists).describe(
      'The lists that the server has in the Agones SDK, by name. The length of one named players says how many play.',
    ),
  })
  .check(({ value, issues }) => {
    const fault = findQueryFault(value);
    if (fault === undefined) return;
    const { reason: limit, other } = fault;
    const path = ['players', 'port'];
    issues.push({
      code: 'custom',
      input: value.players?.port,
      path,
      message: 'Does not fit.',
      params: { limit, other },
    });
  });
/** The `slipway.json` at the root of a build. */
export type BuildManifest = z.output<typeof buildManifest>;
