// What an instance may be able to do beyond the eleven calls that every one has, by which calls that is known, and what is
// said in its place where an instance cannot.
import type { EndpointName } from '../service/contract.ts';
import type { Reason } from '../text/reasons/english.ts';

type AbilityRow = { readonly row: EndpointName; readonly whyNot: Reason };

/** Each ability with the call that shows it, and the reason for an instance without it. */
export const abilityTable = {
  list_games: {
    row: 'listGames',
    whyNot: 'ability.list-games',
  },
  create_game: { row: 'createGame', whyNot: 'ability.create-game' },
  update_game: { row: 'updateGame', whyNot: 'ability.update-game' },
  set_banner: { row: 'prepareGameBanner', whyNot: 'ability.set-banner' },
  create_namespace: { row: 'createNamespace', whyNot: 'ability.create-namespace' },
  read_limits: {
    row: 'getNamespace',
    whyNot: 'ability.read-limits',
  },
  compare_moments: { row: 'compareNamespaceMoments', whyNot: 'ability.compare-moments' },
  hosting: { row: 'setHosting', whyNot: 'ability.hosting' },
  read_version: { row: 'getVersion', whyNot: 'ability.read-version' },
  create_version: {
    row: 'createVersion',
    whyNot: 'ability.create-version',
  },
  switch_version: { row: 'updateNamespaceVersion', whyNot: 'ability.switch-version' },
  upload_build: { row: 'prepareBuild', whyNot: 'ability.upload-build' },
  list_builds: {
    row: 'listBuilds',
    whyNot: 'ability.list-builds',
  },
  examine_build: {
    row: 'examineBuild',
    whyNot: 'ability.examine-build',
  },
  build_files: {
    row: 'listBuildFiles',
    whyNot: 'ability.build-files',
  },
  resume_upload: {
    row: 'getUpload',
    whyNot: 'ability.resume-upload',
  },
  reuse_bytes: {
    row: 'listBuildChunks',
    whyNot: 'ability.reuse-bytes',
  },
  list_servers: {
    row: 'listServers',
    whyNot: 'ability.list-servers',
  },
  create_server: { row: 'createServer', whyNot: 'ability.create-server' },
  end_server: { row: 'destroyServer', whyNot: 'ability.end-server' },
  restart_server: { row: 'restartServer', whyNot: 'ability.restart-server' },
  inspect_server: {
    row: 'inspectServer',
    whyNot: 'ability.inspect-server',
  },
  server_network: { row: 'setServerNetwork', whyNot: 'ability.server-network' },
  share_server: { row: 'shareServer', whyNot: 'ability.share-server' },
  server_console: { row: 'typeIntoServer', whyNot: 'ability.server-console' },
  kept_folders: { row: 'listKept', whyNot: 'ability.kept-folders' },
  server_logs: { row: 'readServerLog', whyNot: 'ability.server-logs' },
  crash_bundle: { row: 'previewCrashBundle', whyNot: 'ability.crash-bundle' },
  device_link: {
    row: 'createDeviceLink',
    whyNot: 'ability.device-link',
  },
  tokens: { row: 'listTokens', whyNot: 'ability.tokens' },
  limited_tokens: { row: 'createToken', whyNot: 'ability.limited-tokens' },
  nodes: { row: 'listNodes', whyNot: 'ability.nodes' },
  list_groups: { row: 'listGroups', whyNot: 'ability.list-groups' },
  test_billing: { row: 'setBillingTestState', whyNot: 'ability.test-billing' },
} as const satisfies Record<string, AbilityRow>;

/** The name of an ability. */
export type Ability = keyof typeof abilityTable;

/** All abilities, in the order of the table. */
export const abilities = Object.keys(abilityTable).filter(isAbility);

/** Whether a text names an ability. */
function isAbility(text: string): text is Ability {
  return Object.hasOwn(abilityTable, text);
}
