// What a build asks for, in a column of the records as JSON; null where it asks for nothing, and of builds from before this was kept.
import type { Resources } from '../../../src-shared/service/run-settings.ts';

export function readResources(text: string | null): Resources | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only builds that were checked are written
  return text === null ? undefined : (JSON.parse(text) as Resources);
}

export function writeResources(resources: Resources): string {
  return JSON.stringify(resources);
}
