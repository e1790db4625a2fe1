// Writes a container image without an engine: an OCI layout in one tar, with the list that older Docker loads by beside it.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type TreeEntry, treeTar } from '../tree-tar.ts';

export type Image = {
  /** As `localhost/slipway:1.2.3`. */
  readonly name: string;
  readonly architecture: 'amd64' | 'arm64';
  /** What runs in it, in the words of the OCI's image configuration and, for health, of Docker's. */
  readonly config: Readonly<Record<string, unknown>>;
  /** What changes seldom first. */
  readonly layers: readonly (readonly TreeEntry[])[];
};

const OCI = 'application/vnd.oci.image';
const LAYER = `${OCI}.layer.v1.tar+gzip`;

/** `level`: from 0, quick, to 9, small. */
export async function ociArchive(image: Image, { time, level }: { time: number; level: number }): Promise<Buffer> {
  const blobs = new Map<string, Buffer>();
  const put = (mediaType: string, bytes: Buffer) => {
    const hex = sha256(bytes);
    blobs.set(`blobs/sha256/${hex}`, bytes);
    return { mediaType, digest: `sha256:${hex}`, size: bytes.length };
  };
  const putJson = (mediaType: string, value: unknown) => put(mediaType, Buffer.from(JSON.stringify(value)));
  const tars = image.layers.map((layer) => treeTar(layer, { time }));
  const layers = [];
  for (const tar of tars) layers.push(put(LAYER, await promisify(gzip)(tar, { level })));
  const config = putJson(`${OCI}.config.v1+json`, {
    created: new Date(time * 1000).toISOString(),
    architecture: image.architecture,
    os: 'linux',
    config: image.config,
    rootfs: { type: 'layers', diff_ids: tars.map((tar) => `sha256:${sha256(tar)}`) },
    history: tars.map(() => ({ created_by: 'npm run package:image' })),
  });
  const type = `${OCI}.manifest.v1+json`;
  const manifest = putJson(type, { schemaVersion: 2, mediaType: type, config, layers });
  const annotations = {
    'org.opencontainers.image.ref.name': image.name.split(':').at(-1),
    'io.containerd.image.name': image.name,
  };
  const platform = { architecture: image.architecture, os: 'linux' };
  const index = {
    schemaVersion: 2,
    mediaType: `${OCI}.index.v1+json`,
    manifests: [{ ...manifest, platform, annotations }],
  };
  const place = ({ digest }: { digest: string }) => `blobs/${digest.replace(':', '/')}`;
  const forDocker = [{ Config: place(config), RepoTags: [image.name], Layers: layers.map(place) }];
  return treeTar(
    [
      { place: 'oci-layout', content: JSON.stringify({ imageLayoutVersion: '1.0.0' }) },
      { place: 'index.json', content: JSON.stringify(index) },
      { place: 'manifest.json', content: JSON.stringify(forDocker) },
      ...[...blobs].map(([where, content]) => ({ place: where, content })),
    ],
    { time },
  );
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
