// The environment that a server starts with: a few variables of ours, the user's own, and over both what Slipway tells it. Pure.

export type ServerFacts = {
  server_id: string;
  game_id: string;
  namespace_id: string;
  namespaceName: string;
  version_id: string | null;
  versionName: string | undefined;
  region: string;
  host: string;
  logdir: string;
  /** Where it has to listen, by name, in the order they were asked for. */
  ports: ReadonlyMap<string, number>;
  /** Where players reach it, by name: `host:port`. */
  addresses: ReadonlyMap<string, string>;
};
type Variables = Readonly<Record<string, string | undefined>>;

/** What programs need to work at all. Anything more of ours is none of a server's business, tokens least of all. */
const PASSED_ON = [
  'PATH',
  'LANG',
  'LC_ALL',
  'TZ',
  'LD_LIBRARY_PATH',
  'JAVA_HOME',
  'DOTNET_ROOT',
  'SystemRoot',
  'SystemDrive',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'ProgramFiles',
  'ProgramData',
];

/** What a program of this machine needs of it, at home in its own folder. */
export function machineEnvironment(environment: Variables, folder: string): Record<string, string> {
  return { ...passedOn(environment), HOME: folder };
}

/** `base`: what was there before; nothing in a container, whose image brings its own. */
export function serverEnvironment(
  facts: ServerFacts,
  own: Readonly<Record<string, string>>,
  base: Readonly<Record<string, string>>,
): Record<string, string> {
  return { ...base, ...own, ...portVariables(facts.ports), ...slipwayVariables(facts) };
}

function passedOn(environment: Variables): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function portVariables(ports: ReadonlyMap<string, number>): Record<string, string> {
  const named = [...ports].map(([name, port]) => [`PORT_${variableName(name)}`, String(port)] as const);
  const [first] = ports.values();
  return Object.fromEntries(first === undefined ? named : [['PORT', String(first)], ...named]);
}

function slipwayVariables(facts: ServerFacts): Record<string, string> {
  const [address] = facts.addresses.values();
  return {
    SLIPWAY_SERVER_ID: facts.server_id,
    SLIPWAY_GAME_ID: facts.game_id,
    SLIPWAY_NAMESPACE_ID: facts.namespace_id,
    SLIPWAY_NAMESPACE: facts.namespaceName,
    ...(facts.version_id === null ? {} : { SLIPWAY_VERSION_ID: facts.version_id }),
    ...(facts.versionName === undefined ? {} : { SLIPWAY_VERSION: facts.versionName }),
    SLIPWAY_REGION: facts.region,
    SLIPWAY_HOST: facts.host,
    SLIPWAY_LOG_DIR: facts.logdir,
    ...(address === undefined ? {} : { SLIPWAY_PUBLIC_ADDRESS: address }),
    ...Object.fromEntries([...facts.addresses].map(([name, at]) => [`SLIPWAY_PUBLIC_${variableName(name)}`, at])),
  };
}

function variableName(portName: string): string {
  return portName.toUpperCase().replaceAll('-', '_');
}
