// Finds what slipway.json asks for that this build cannot give: a server with one of these does not start.
import { plainBuildPath } from '../../service/build-paths.ts';
import { messageFor } from '../../text/message.ts';
import type { FindingRule } from './case.ts';

const PORT_PLACE = /\{port(?::(?<name>[^{}]*))?\}/g;

/** A folder to keep is a file or a link. */
export const unfitKeep: FindingRule = {
  code: 'unfit_keep',
  find: ({ build, manifest: { manifest } }) =>
    (manifest?.keep ?? []).flatMap((keep) => {
      const names = plainBuildPath(keep).split('/');
      const steps = names.map((_, at) => names.slice(0, at + 1).join('/'));
      const isOther = steps.some((step) => {
        const type = build.at(step)?.type;
        return type === 'file' || type === 'link';
      });
      if (!isOther) return [];
      return [
        {
          severity: 'block',
          path: build.root + plainBuildPath(keep),
          sentence: messageFor('kept.no-folder-in-build', { name: keep }),
          hint: messageFor('doctor.do-name-folder'),
        },
      ];
    }),
};

/** An argument wants the number of a port that is not asked for. Without any ports they may come from elsewhere. */
export const unknownPort: FindingRule = {
  code: 'unknown_port',
  find: ({ manifest: { manifest } }) => {
    const ports = Object.keys(manifest?.ports ?? {});
    if (ports.length === 0) return [];
    const places = (manifest?.arguments ?? []).flatMap((word) => [...word.matchAll(PORT_PLACE)]);
    return places
      .filter(({ groups }) => groups?.['name'] !== undefined && !ports.includes(groups['name']))
      .map(([place]) => ({
        severity: 'block',
        sentence: messageFor('start.no-such-port-for-place', { place, ports: ports.join(', ') }),
        hint: messageFor('doctor.do-name-port'),
      }));
  },
};
