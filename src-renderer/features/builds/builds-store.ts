// A mirror of the builds of the open game, by namespace, with what was read of the one that is looked at.
import { create } from 'zustand';
import type { BuildDifference, BuildProgress, BuildUses, NamespaceBuilds } from '../../../src-shared/builds/bridge.ts';
import type { DoctorReport } from '../../../src-shared/builds/doctor/report.ts';
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import type { BuildFile } from '../../../src-shared/service/builds.ts';
import type { BuildFilter, BuildSort } from './builds-selectors.ts';

/** Something that is read once: undefined while it is under way. */
export type Read<T> = { value: T } | { error: AppError } | undefined;

/** The files of a build that were read, by their place in the list. */
export type FilePages = {
  build_id: string;
  text: string;
  files: ReadonlyMap<number, BuildFile>;
  found: number;
  total: number;
  totalBytes: number;
};

/** What is shown of the open build. */
export type BuildPane = 'report' | 'files' | 'compare';

type State = {
  /** By namespace; one that is missing here has not been read yet. */
  lists: Record<string, NamespaceBuilds | undefined>;
  progress: ReadonlyMap<string, BuildProgress[number]>;
  filter: BuildFilter;
  sort: BuildSort;
  pane: BuildPane;
  /** The build that another page asked to compare with; without one, the build before. */
  compareWith: string | undefined;
  report: Read<DoctorReport>;
  uses: Read<BuildUses>;
  files: Read<FilePages>;
  difference: Read<BuildDifference>;
  /** The dialog that is up. */
  dialog: 'delete' | 'version' | undefined;
};

/** The builds. */
export const useBuilds = create<State>(() => ({
  lists: {},
  progress: new Map(),
  filter: { show: 'all', text: '' },
  sort: undefined,
  pane: 'report',
  compareWith: undefined,
  report: undefined,
  uses: undefined,
  files: undefined,
  difference: undefined,
  dialog: undefined,
}));
