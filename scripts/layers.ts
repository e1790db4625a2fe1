// Who may import whom: the one table that check-layers.ts enforces. A file belongs to the row with the longest matching
// folder.

export interface Layer {
  readonly folder: string;
  /** Folders or files of the project, beside the layer's own folder. */
  readonly project: readonly string[];
  readonly packages: readonly string[];
  /** Whether Node's own modules may be imported. */
  readonly node: boolean;
  /** File endings that may be imported beside code. */
  readonly assets?: readonly string[];
}

/** The face of the embedded server: nobody outside imports another file of the service, but for standaloneParts. */
export const serverFace = 'embedded-server/index.ts';

/** Small parts that stand alone: the core uses them as well, and loads nothing else of the service for it. */
export const standaloneParts: readonly string[] = [
  'embedded-server/host.ts',
  'embedded-server/platform/threads',
  'embedded-server/platform/durable',
  'embedded-server/platform/tar',
];

export const layers: readonly Layer[] = [
  { folder: 'src-shared', project: [], packages: ['zod'], node: false },
  { folder: 'embedded-server', project: ['src-shared'], packages: ['fastify', 'jose', 'zod'], node: true },
  // Its tiers import only downwards; what puts them together is at the top of the folder.
  {
    folder: 'embedded-server/platform',
    project: ['src-shared'],
    packages: ['fastify', 'jose', 'ws', 'zod'],
    node: true,
  },
  {
    folder: 'embedded-server/files',
    project: ['src-shared', 'embedded-server/platform'],
    packages: ['zod'],
    node: true,
  },
  {
    folder: 'embedded-server/runtime',
    project: ['src-shared', 'embedded-server/platform', 'embedded-server/files'],
    packages: ['@grpc/grpc-js', '@grpc/proto-loader', 'ws', 'zod'],
    node: true,
  },
  {
    folder: 'embedded-server/service',
    project: ['src-shared', 'embedded-server/platform', 'embedded-server/files', 'embedded-server/runtime'],
    packages: ['fastify', 'jose', 'zod'],
    node: true,
  },
  {
    folder: 'src-main/core',
    project: ['src-shared', serverFace, ...standaloneParts],
    packages: ['acme-client', 'conf', 'got', 'zod'],
    node: true,
  },
  {
    folder: 'src-main/electron',
    project: ['src-shared', 'src-main/core'],
    packages: ['electron', 'electron-store', 'electron-updater'],
    node: true,
  },
  { folder: 'src-main/browser', project: ['src-shared', 'src-main/core'], packages: ['conf', 'ws'], node: true },
  { folder: 'src-main/cli', project: ['src-shared', 'src-main/core'], packages: ['conf', 'ws'], node: true },
  {
    folder: 'src-renderer',
    project: ['src-shared'],
    packages: ['@base-ui/react', 'react', 'react-dom', 'zod', 'zustand'],
    node: false,
    assets: ['.css', '.svg', '.woff2'],
  },
  // People copy a sample: each runs from its own folder, without packages.
  { folder: 'samples', project: [], packages: [], node: true },
];

/** Folders between which no circle of imports may run. In the window a feature counts whole, with the folders in it. */
export function moduleOf(file: string): string | undefined {
  const feature = /^src-renderer\/features\/[^/]+/.exec(file);
  if (feature) return feature[0];
  const isInside = file.startsWith('embedded-server/') || file.startsWith('src-main/core/');
  return isInside ? file.slice(0, file.lastIndexOf('/')) : undefined;
}

/** Code around the app: it may import every layer, and no layer may import it. */
export const surroundings: readonly string[] = ['scripts', 'test'];

/** Only tests, and measures of single parts, may reach past the server's public face. */
export const mayReachInside: readonly string[] = ['test', 'scripts/bench'];
