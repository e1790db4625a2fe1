// The rows of the table about builds and their uploads.
import { z } from 'zod';
import { doctorReport } from '../builds/doctor/report.ts';
import { build, buildChunks, buildFile, prepareBuildAnswer, prepareBuildBody, setBuildTagsBody } from './builds.ts';
import { nothing, u64, watch, watchQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { buildParams, environmentParams, uploadParams } from './params.ts';
import { queryInteger, queryJson } from './query.ts';
import { tags } from './run-settings.ts';
import { upload } from './uploads.ts';

/** So many files are listed at once. */
const MOST_FILES = 5_000;

/** Calls about builds. */
export const buildRows = {
  prepareBuild: endpoint({
    name: 'prepareBuild',
    feature: 'builds',
    summary: 'Prepares the upload of a build, which publishes a version once its last byte is in.',
    method: 'POST',
    path: '/games/{game_id}/environments/{environment_id}/builds/prepare',
    params: environmentParams,
    query: nothing,
    body: prepareBuildBody,
    answer: prepareBuildAnswer,
    access: ['owner', 'cloud'],
    watch: false,
    idempotencyKey: true,
  }),
  listBuilds: endpoint({
    name: 'listBuilds',
    feature: 'builds',
    summary: 'Lists the builds of a namespace, newest first.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/builds',
    params: environmentParams,
    query: watchQuery.extend({ tags_json: queryJson(tags).optional() }),
    body: null,
    answer: z.object({ builds: z.array(build), watch }),
    access: ['owner', 'cloud', 'service'],
    watch: true,
  }),
  getBuild: endpoint({
    name: 'getBuild',
    feature: 'builds',
    summary: 'Reads a build of a namespace.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/builds/{build_id}',
    params: buildParams,
    query: nothing,
    body: null,
    answer: z.object({ build }),
    access: ['owner', 'cloud', 'service'],
    watch: false,
  }),
  examineBuild: endpoint({
    name: 'examineBuild',
    feature: 'builds',
    summary: 'Examines a complete build: what it was made with, how it starts, and what will go wrong.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/builds/{build_id}/doctor',
    params: buildParams,
    query: nothing,
    body: null,
    answer: z.object({ report: doctorReport }),
    access: ['owner', 'cloud'],
    watch: false,
  }),
  listBuildFiles: endpoint({
    name: 'listBuildFiles',
    feature: 'builds',
    summary: 'Lists the files of a complete build by path, each with its size, mode and SHA-256, a page at a time.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/builds/{build_id}/files',
    params: buildParams,
    query: z.object({
      from: queryInteger(0, Number.MAX_SAFE_INTEGER).optional(),
      limit: queryInteger(1, MOST_FILES).optional(),
    }),
    body: null,
    answer: z.object({ files: z.array(buildFile), total: u64 }),
    access: ['owner', 'cloud'],
    watch: false,
  }),
  listBuildChunks: endpoint({
    name: 'listBuildChunks',
    feature: 'builds',
    summary:
      'Lists the chunks of what a complete build holds, unpacked, so that the next one need not send them again.',
    method: 'GET',
    path: '/games/{game_id}/environments/{environment_id}/builds/{build_id}/chunks',
    params: buildParams,
    query: nothing,
    body: null,
    answer: buildChunks,
    access: ['owner', 'cloud'],
    watch: false,
  }),
  completeBuild: endpoint({
    name: 'completeBuild',
    feature: 'builds',
    summary: 'Confirms that the bytes of a build are in; never needed, and safe to repeat.',
    method: 'POST',
    path: '/games/{game_id}/environments/{environment_id}/builds/{build_id}/complete',
    params: buildParams,
    query: nothing,
    body: null,
    answer: nothing,
    access: ['owner', 'cloud'],
    watch: false,
  }),
  setBuildTags: endpoint({
    name: 'setBuildTags',
    feature: 'builds',
    summary: 'Sets and removes tags of a build; exclusive ones are taken from the other builds.',
    method: 'PATCH',
    path: '/games/{game_id}/environments/{environment_id}/builds/{build_id}/tags',
    params: buildParams,
    query: nothing,
    body: setBuildTagsBody,
    answer: nothing,
    access: ['owner', 'cloud'],
    watch: false,
  }),
  deleteBuild: endpoint({
    name: 'deleteBuild',
    feature: 'builds',
    summary: 'Deletes a build and the bytes that nothing else uses.',
    method: 'DELETE',
    path: '/games/{game_id}/environments/{environment_id}/builds/{build_id}',
    params: buildParams,
    query: nothing,
    body: null,
    answer: nothing,
    access: ['owner', 'cloud'],
    watch: false,
  }),
} as const;

/** Calls about uploads of any kind. */
export const uploadRows = {
  getUpload: endpoint({
    name: 'getUpload',
    feature: 'uploads',
    summary: 'Reads an upload: each part with a fresh URL, and whether it is in.',
    method: 'GET',
    path: '/cloud/uploads/{upload_id}',
    params: uploadParams,
    query: nothing,
    body: null,
    answer: z.object({ upload }),
    access: ['owner', 'cloud'],
    watch: false,
  }),
  completeUpload: endpoint({
    name: 'completeUpload',
    feature: 'uploads',
    summary: 'Confirms that the bytes of an upload are in; never needed, and safe to repeat.',
    method: 'POST',
    path: '/cloud/uploads/{upload_id}/complete',
    params: uploadParams,
    query: nothing,
    body: null,
    answer: nothing,
    access: ['owner', 'cloud'],
    watch: false,
  }),
} as const;
