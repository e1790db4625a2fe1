// Good requests and answers of the interface's endpoints, for tests to use as they are or to spoil.

/** A UUID that ends in the digits of `number`. */
export function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export const moment = '2026-01-02T03:04:05.678Z';

export const exampleGame = {
  game_id: id(1),
  name_id: 'maze-ab1',
  display_name: 'Maze',
  developer_group_id: id(2),
  create_ts: moment,
  logo_url: 'http://127.0.0.1:7000/media/logo.png',
  total_player_count: 0,
  available_regions: [
    {
      provider: 'local',
      provider_display_name: 'This machine',
      region_display_name: 'Local',
      region_id: id(3),
      region_name_id: 'local',
    },
  ],
  namespaces: [
    { namespace_id: id(4), name_id: 'prod', display_name: 'Production', create_ts: moment, version_id: id(5) },
  ],
  versions: [{ version_id: id(5), display_name: '0.0.1', create_ts: moment }],
};

export const exampleServer = {
  id: id(6),
  environment: id(4),
  datacenter: id(3),
  created_at: 1_767_323_045_678,
  started_at: 1_767_323_045_999,
  tags: { mode: 'ranked' },
  lifecycle: { kill_timeout: 10_000 },
  network: {
    mode: 'bridge',
    ports: {
      game: {
        protocol: 'udp',
        internal_port: 7777,
        public_hostname: '127.0.0.1',
        public_port: 20_001,
        routing: { game_guard: {} },
      },
    },
  },
  resources: { cpu: 500, memory: 256 },
  runtime: { build: id(7), arguments: ['--port', '7777'], environment: { LEVEL: '1' } },
};

export const examplePresigned = {
  url: 'http://127.0.0.1:7000/uploads/x',
  path: 'server.tar',
  content_length: 10,
  byte_offset: 0,
};

export const examplePrepareBuild = {
  name: 'build 1',
  image_tag: 'server:1',
  image_file: { path: 'server.tar', content_length: 10, content_type: 'application/x-tar' },
  compression: 'none',
  kind: 'docker_image',
  multipart_upload: false,
};

export const exampleCreateServer = {
  datacenter: id(3),
  tags: { mode: 'ranked' },
  runtime: { build: id(7), arguments: ['--port', '{port:game}'], environment: { LEVEL: '1' } },
  network: { mode: 'bridge', ports: { game: { protocol: 'udp', internal_port: 7777, routing: { game_guard: {} } } } },
  resources: { cpu: 500, memory: 256 },
  lifecycle: { kill_timeout: 10_000 },
};
