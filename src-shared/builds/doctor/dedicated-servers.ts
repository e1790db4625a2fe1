// How dedicated servers of Source and of Quake 3's family are recognized, and how they are started.
import type { EngineFound } from './engine-found.ts';
import { belowRoot, type IndexedBuild } from './indexed.ts';

/** Its starter, and the folder of a game beside it. RCON is TCP on the number that players use over UDP. */
export function findSource(build: IndexedBuild): EngineFound | undefined {
  const starters = ['srcds_run_64', 'srcds_run', 'srcds_linux64', 'srcds_linux', 'srcds.exe'].filter(
    (name) => build.at(name) !== undefined,
  );
  const game = [...build.folders].find((name) => build.at(`${name}/gameinfo.txt`) !== undefined);
  const [starter] = starters;
  if (starter === undefined || game === undefined) return undefined;
  return {
    clue: `${starter}, ${game}/gameinfo.txt`,
    preferred: starters,
    argumentsOf: () => ['-console', '-game', game, '-port', '{port}', '-strictportbind', '-norestart'],
    ports: [{ name: 'game', protocol: 'tcp+udp', internal_port: 27_015 }],
  };
}

/** A dedicated server by its name, and a folder with packs of the game. */
export function findQuake3(build: IndexedBuild): EngineFound | undefined {
  const servers = build.top
    .map((entry) => belowRoot(build, entry.path))
    .filter((name) => /ded(?:icated)?(?:[._-][\w.-]*)?$/i.test(name));
  const base = [...build.folders].find((folder) =>
    build.packed.some(({ path }) => {
      const below = belowRoot(build, path);
      return below.startsWith(`${folder}/`) && /^[^/]+\/[^/]+\.pk3$/i.test(below);
    }),
  );
  const [server] = servers;
  if (server === undefined || base === undefined) return undefined;
  const game = base === 'baseq3' ? [] : ['+set', 'com_basegame', base];
  const config = build.at(`${base}/server.cfg`) === undefined ? [] : ['+exec', 'server.cfg'];
  return {
    clue: `${server}, ${base}/*.pk3`,
    preferred: servers,
    argumentsOf: () => [
      '+set',
      'dedicated',
      '1',
      '+set',
      'net_port',
      '{port}',
      '+set',
      'fs_homepath',
      '.',
      ...game,
      ...config,
    ],
    ports: [{ name: 'game', protocol: 'udp', internal_port: 27_960 }],
  };
}
