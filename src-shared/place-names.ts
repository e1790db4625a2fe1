// What places outside of this machine are called, as a person writes them.

type SshPlace = { host: string; port?: number | undefined; folder: string };

/** A folder that ssh reaches. `host` is as ssh takes it, without brackets. */
export function sshPlaceName({ host, port, folder }: SshPlace): string {
  const written = host.replace(/(?<=^|@)[^@]*:[^@]*$/, '[$&]');
  return `ssh://${written}${port === undefined ? '' : `:${port}`}${folder.replace(/\/+$/, '')}`;
}

/** A bucket of an object store, or what has this prefix in it. */
export function bucketName({ bucket, prefix }: { bucket: string; prefix: string }): string {
  return `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
}
