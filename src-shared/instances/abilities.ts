// What an instance may be able to do beyond the eleven calls that every one has, by which calls that is known, and what is
// said in its place where an instance cannot.
import type { EndpointName } from '../service/contract.ts';

type AbilityRow = { readonly row: EndpointName; readonly whyNot: string };

/** Each ability with the call that shows it, and the sentence for an instance without it. */
export const abilityTable = {
  list_games: {
    row: 'listGames',
    whyNot: 'This instance does not list its games. Add a game by its id instead; the team that runs it knows it.',
  },
  create_game: { row: 'createGame', whyNot: 'This instance makes games elsewhere, not by a call.' },
  update_game: { row: 'updateGame', whyNot: 'This instance names its games elsewhere, not by a call.' },
  set_banner: { row: 'prepareGameBanner', whyNot: 'This instance has no banners for its games, only logos.' },
  create_namespace: { row: 'createNamespace', whyNot: 'This instance makes namespaces elsewhere, not by a call.' },
  read_limits: {
    row: 'getNamespace',
    whyNot:
      'This instance does not tell its matchmaker limits. They can be set, and what they were before is not known.',
  },
  hosting: { row: 'setHosting', whyNot: 'This instance decides by itself how it keeps servers running.' },
  read_version: { row: 'getVersion', whyNot: 'This instance does not tell what a version runs, only its name.' },
  create_version: {
    row: 'createVersion',
    whyNot: 'This instance makes a version of each build by itself; another one cannot be made of it.',
  },
  list_builds: {
    row: 'listBuilds',
    whyNot: 'This instance does not list its builds. Its versions show what was pushed.',
  },
  examine_build: {
    row: 'examineBuild',
    whyNot: 'This instance does not examine the builds that it has.',
  },
  build_files: {
    row: 'listBuildFiles',
    whyNot: 'This instance does not tell which files are in a build.',
  },
  resume_upload: {
    row: 'getUpload',
    whyNot: 'This instance does not tell which parts of an upload it has. Slipway goes by its own record of them.',
  },
  reuse_bytes: {
    row: 'listBuildChunks',
    whyNot:
      'This instance does not tell what its builds hold. Each build is sent whole, also what is the same as before.',
  },
  list_servers: {
    row: 'listServers',
    whyNot: 'This instance does not list its servers. Add a server by its id to follow it.',
  },
  create_server: { row: 'createServer', whyNot: 'This instance starts servers by itself, not by a call.' },
  end_server: { row: 'destroyServer', whyNot: 'This instance ends servers by itself, not by a call.' },
  restart_server: { row: 'restartServer', whyNot: 'This instance restarts servers by itself, not by a call.' },
  inspect_server: {
    row: 'inspectServer',
    whyNot: 'This instance does not tell what its servers use, nor what comes through their ports.',
  },
  server_network: { row: 'setServerNetwork', whyNot: 'This instance cannot give players another network.' },
  server_logs: { row: 'readServerLog', whyNot: 'This instance does not give out what its servers write.' },
  crash_bundle: { row: 'previewCrashBundle', whyNot: 'This instance makes no crash bundles of its servers.' },
  device_link: {
    row: 'createDeviceLink',
    whyNot: 'This instance makes no device links. Sign in with a token from the team that runs it.',
  },
  tokens: { row: 'listTokens', whyNot: 'This instance manages its tokens elsewhere.' },
  list_groups: { row: 'listGroups', whyNot: 'This instance does not list its groups, nor their names.' },
  test_billing: { row: 'setBillingTestState', whyNot: 'The billing of this instance is real and not for trying.' },
} as const satisfies Record<string, AbilityRow>;

/** The name of an ability. */
export type Ability = keyof typeof abilityTable;

/** All abilities, in the order of the table. */
export const abilities = Object.keys(abilityTable).filter(isAbility);

/** Whether a text names an ability. */
export function isAbility(text: string): text is Ability {
  return Object.hasOwn(abilityTable, text);
}
