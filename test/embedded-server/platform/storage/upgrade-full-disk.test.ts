// Records of an older Slipway on a disk that has no room for the copy of them that an upgrade makes first: nothing is changed, so that the
// older version runs as before, and with room the upgrade works.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { slipwayProgram } from '../../../support/bundled.ts';
import { whenEnded } from '../../../support/command.ts';
import { files010 } from '../../../support/from-0-1-0.ts';
import { canMount } from '../../../support/small-disk.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const serve = '"$1" "$2" serve --data "$0/data" --port 0 --json';
const state = '(sha256sum "$0/data/slipway.db"; ls "$0/data/backups" 2>/dev/null | grep -c . ; true)';
/** Leaves room for what opening the records takes, and too little for a copy of them. */
const full = [
  'mount -t tmpfs -o size=8m slipway-test "$0"',
  'tar -xzf "$3" -C "$0"',
  'free=$(df --output=avail -k "$0" | tail -1)',
  'dd if=/dev/zero of="$0/filler" bs=1k count=$((free - 120)) 2>/dev/null',
];

it.runIf(canMount)(
  'leaves the records as they were where the disk is full, and upgrades them once it is not',
  async () => {
    const disk = await makeTempFolder('disk');
    const script = [
      ...full,
      `before=$${state}`,
      `${serve}; echo "ended with $?" >&2`,
      `after=$${state}`,
      'test "$before" = "$after" && echo same',
      'rm "$0/filler"',
      `${serve} >/dev/null & service=$!`,
      'until ls "$0"/data/backups/slipway-* >/dev/null 2>&1; do sleep 0.1; done; kill $service; wait $service',
      'ls "$0/data/backups"',
    ].join('\n');
    const args = [
      '-rm',
      'sh',
      '-c',
      script,
      disk,
      process.execPath,
      slipwayProgram,
      path.join(files010, 'data-folder.tar.gz'),
    ];
    const { stdout, stderr } = await whenEnded(spawn('unshare', args, { env: { ...process.env, SLIPWAY_HOME: disk } }));
    expect(stderr).toMatch(
      /^The disk with \S+\/data is full \((?:ENOSPC|SQLITE_\w+)\)\. Nothing was changed\. Free some space and start again/m,
    );
    expect(stderr).toContain('ended with 1\n');
    expect(stdout).toMatch(/^same\nslipway-format-\d+-\S+\.db\n$/);
  },
);
