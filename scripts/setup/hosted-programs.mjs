// Gets what tests of hosting run for real: Podman with a small image, bubblewrap, and a dedicated server that is not ours; and what judges the
// files that the app's packages bring. Where they cannot be had those tests are skipped, and say so.
import { existsSync } from 'node:fs';
import { installPackages } from './debian-packages.mjs';
import { say } from './project.mjs';

/** Packages with the file that shows that they are there. Podman alone would bring a runtime that not every machine takes. */
const needed = [
  { name: 'podman', file: '/usr/bin/podman' },
  // The first process of its containers.
  { name: 'tini', file: '/usr/bin/tini-static' },
  { name: 'runc', file: '/usr/sbin/runc' },
  { name: 'busybox-static', file: '/bin/busybox' },
  { name: 'bubblewrap', file: '/usr/bin/bwrap' },
  { name: 'desktop-file-utils', file: '/usr/bin/desktop-file-validate' },
  { name: 'appstream', file: '/usr/bin/appstreamcli' },
  { name: 'shared-mime-info', file: '/usr/bin/update-mime-database' },
  { name: 'libxml2-utils', file: '/usr/bin/xmllint' },
  { name: 'python3-prometheus-client', file: '/usr/lib/python3/dist-packages/prometheus_client/openmetrics/parser.py' },
  { name: 'teeworlds-server', file: '/usr/games/teeworlds-server' },
  // A store that speaks S3, with its s3api.
  { name: 'python3-swift', file: '/usr/lib/python3/dist-packages/swift/proxy/server.py' },
  // Another one, with what it keeps its objects in.
  { name: 'radosgw', file: '/usr/bin/radosgw' },
  { name: 'ceph-mon', file: '/usr/bin/ceph-mon' },
  { name: 'ceph-osd', file: '/usr/bin/ceph-osd' },
  // An SSH server that nothing starts by itself, and the client.
  { name: 'dropbear-bin', file: '/usr/sbin/dropbear' },
  { name: 'openssh-client', file: '/usr/bin/ssh' },
];

/** @returns {Promise<void>} */
export async function tryInstallHostedPrograms() {
  if (process.platform !== 'linux') return;
  const missing = needed.filter(({ file }) => !existsSync(file)).map(({ name }) => name);
  if (missing.length === 0) return;
  const reason = await installPackages(missing, `${missing.join(', ')}, which tests run`);
  if (reason) say(`Without ${missing.join(', ')} the tests that run them are skipped. What was tried:\n${reason}`);
}
