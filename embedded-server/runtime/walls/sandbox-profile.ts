// What a server may do behind a wall of macOS, in the language of its sandbox profiles. Pure.
// Everything is forbidden first, and of two rules that fit the later one counts. Paths are parameters, so that none of their
// characters is ever read as part of a rule.

/** Real paths, as the sandbox compares no others. */
export type SandboxPlaces = {
  /** What the server may change: its folder, its temporary files and its kept folders. */
  own: readonly string[];
  /** What runs its program. Only to be read. */
  runtimes: readonly string[];
  /** The folder with all our data: closed even where it lies below one that may be read. */
  hidden: string | undefined;
  /** Folders on the way to these, of which it may learn that they are there. */
  above: readonly string[];
};
export type SandboxProfile = { text: string; parameters: readonly string[] };

/** Programs and libraries of the system and of package managers. */
const SYSTEM = [
  '/bin',
  '/sbin',
  '/usr',
  '/opt',
  '/nix/store',
  '/System/Library',
  '/System/Cryptexes',
  '/System/Volumes/Preboot/Cryptexes',
  '/System/iOSSupport',
  '/Library/Apple',
  '/Library/Frameworks',
  '/Library/Java',
  '/Library/Developer/CommandLineTools',
  '/private/etc',
  '/private/var/db/dyld',
  '/private/var/db/timezone',
  '/private/var/select',
];
/** Where package managers keep the data of what they installed: databases of the same user, for one. */
const DATA_OF_OTHERS = ['/usr/local/var', '/opt/homebrew/var', '/opt/local/var'];
const SYSTEM_FILES = ['/', '/private/var/run/resolv.conf', '/dev/random', '/dev/urandom'];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper', '/dev/stdin', '/dev/stdout', '/dev/stderr'];
/** Links of the system, and what is above its folders. */
const ON_THE_WAY = ['/tmp', '/var', '/etc', '/dev', '/private', '/private/var', '/private/var/db', '/private/var/run'];
const OF_THE_SYSTEM = [
  '/System',
  '/System/Volumes',
  '/System/Volumes/Preboot',
  '/Library',
  '/Library/Developer',
  '/nix',
];
/**
 * What a program of the command line asks: users by name, the time zone, certificates, DNS, and where to log. Not the keychain,
 * the clipboard, or what starts other programs.
 */
const SERVICES = [
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.notification_center',
  'com.apple.system.logger',
  'com.apple.logd',
  'com.apple.trustd',
  'com.apple.trustd.agent',
  'com.apple.SystemConfiguration.configd',
  'com.apple.SystemConfiguration.DNSConfiguration',
];
const DNS_SOCKET = '/private/var/run/mDNSResponder';
/** The arguments and variables of any process of the same user. */
const OF_PROCESSES = ['kern.procargs', 'kern.procargs2'];

export function sandboxProfile({ own, runtimes, hidden, above }: SandboxPlaces): SandboxProfile {
  const parameters: string[] = [];
  const named = (kind: string, places: readonly string[]) =>
    places.map((place, nth) => {
      parameters.push(`${kind}${nth}=${place}`);
      return `(param "${kind}${nth}")`;
    });
  const below = (texts: readonly string[]) => texts.map((text) => `(subpath ${text})`).join(' ');
  const exactly = (texts: readonly string[]) => texts.map((text) => `(literal ${text})`).join(' ');
  const plain = (places: readonly string[]) => places.map((place) => `"${place}"`);
  const mine = below(named('OWN', own));
  const shown = [below(plain(SYSTEM)), ...(runtimes.length > 0 ? [below(named('RUNTIME', runtimes))] : [])].join(' ');
  const closed = below([...plain(DATA_OF_OTHERS), ...named('HIDDEN', hidden === undefined ? [] : [hidden])]);
  const onTheWay = exactly([...plain([...ON_THE_WAY, ...OF_THE_SYSTEM]), ...named('ABOVE', above)]);
  const lines = [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    ...OF_PROCESSES.map((name) => `(deny sysctl-read (sysctl-name "${name}"))`),
    ...SERVICES.map((name) => `(allow mach-lookup (global-name "${name}"))`),
    '(allow ipc-posix-sem)',
    '(allow ipc-posix-shm-read-data (ipc-posix-name "apple.shm.notification_center"))',
    // Addresses of the network alone: sockets that are files are another's way in, Docker's for one.
    '(allow system-socket)',
    '(allow network-outbound (remote ip "*:*"))',
    '(allow network-inbound network-bind (local ip "*:*"))',
    `(allow network-outbound (literal "${DNS_SOCKET}"))`,
    `(allow file-read* ${exactly(plain(SYSTEM_FILES))})`,
    `(allow file-read* file-write-data file-ioctl ${exactly(plain(DEVICES))} (subpath "/dev/fd"))`,
    `(allow file-read* file-map-executable process-exec* ${shown})`,
    `(deny file-read* file-map-executable process-exec* ${closed})`,
    `(allow file-read-metadata ${onTheWay})`,
    `(allow file-read* file-write* file-ioctl file-map-executable process-exec* ${mine})`,
    `(allow network-outbound network-inbound network-bind ${mine})`,
    // One that runs with another's rights is of no use to a server.
    '(deny file-write-setugid)',
  ];
  return { text: lines.join('\n'), parameters };
}
