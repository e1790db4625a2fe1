// The table is well formed, and the interface's own eleven endpoints stand in it as they are written there.
import { describe, expect, it } from 'vitest';
import { contract, type EndpointName } from '../../../src-shared/service/contract.ts';
import type { Endpoint } from '../../../src-shared/service/endpoint.ts';

const rows: [string, Endpoint][] = Object.entries(contract);

const interfaceEndpoints: [EndpointName, string, string][] = [
  ['getGame', 'GET', '/cloud/games/{game_id}'],
  ['getServer', 'GET', '/games/{game_id}/environments/{environment_id}/servers/{server_id}'],
  ['listVersionHistory', 'GET', '/cloud/games/{game_id}/namespaces/{namespace_id}/version-history'],
  ['validateNamespace', 'POST', '/cloud/games/{game_id}/namespaces/validate'],
  ['updateMatchmakerConfig', 'POST', '/cloud/games/{game_id}/namespaces/{namespace_id}/mm-config'],
  ['updateNamespaceVersion', 'PUT', '/cloud/games/{game_id}/namespaces/{namespace_id}/version'],
  ['getGroupBilling', 'GET', '/cloud/groups/{group_id}/billing'],
  ['completeDeviceLink', 'POST', '/cloud/devices/links/complete'],
  ['createGame', 'POST', '/cloud/games'],
  ['prepareBuild', 'POST', '/games/{game_id}/environments/{environment_id}/builds/prepare'],
  ['prepareGameLogo', 'POST', '/cloud/games/{game_id}/logo-upload/prepare'],
];

const neighbours: EndpointName[] = [
  'compareNamespaceMoments',
  'orderNamespaces',
  'validateMatchmakerConfig',
  'validateGroup',
  'reserveVersionName',
  'getBootstrap',
  'listRegionTiers',
  'listGameBuilds',
  'createGameBuild',
  'refuseDeviceLink',
  'listGames',
  'validateGame',
  'updateGame',
  'completeGameLogo',
  'prepareGameBanner',
  'completeGameBanner',
  'getNamespace',
  'createNamespace',
  'renameNamespace',
  'deleteNamespace',
  'getHosting',
  'setHosting',
  'listKept',
  'listKeptFiles',
  'downloadKept',
  'emptyKept',
  'createKeptSnapshot',
  'restoreKeptSnapshot',
  'deleteKeptSnapshot',
  'createVersion',
  'validateVersion',
  'getVersion',
  'completeUpload',
  'getUpload',
  'listBuilds',
  'getBuild',
  'examineBuild',
  'listBuildFiles',
  'listBuildChunks',
  'restartServer',
  'listServerUsage',
  'inspectServer',
  'getServerUsage',
  'setServerNetwork',
  'shareServer',
  'typeIntoServer',
  'readServerLog',
  'searchServerLog',
  'previewCrashBundle',
  'makeCrashBundle',
  'createRegion',
  'deleteRegion',
  'listNodes',
  'drainNode',
  'resumeNode',
  'explainJoin',
  'completeBuild',
  'setBuildTags',
  'deleteBuild',
  'listServers',
  'createServer',
  'destroyServer',
  'getServerLogs',
  'listDatacenters',
  'listRegions',
  'createDeviceLink',
  'getDeviceLink',
  'createToken',
  'createCloudToken',
  'createServiceToken',
  'listTokens',
  'revokeToken',
  'inspectAuth',
  'listGroups',
  'createGroup',
  'setBillingTestState',
  'getHealth',
  'getOpenApi',
  'getSlipwaySchema',
];

describe('the contract', () => {
  it.each(interfaceEndpoints)('has %s at %s %s', (name, method, path) => {
    expect([contract[name].method, contract[name].path]).toEqual([method, path]);
  });

  it('has the eleven and their neighbours, and nothing else', () => {
    const expected = [...interfaceEndpoints.map(([name]) => name), ...neighbours];
    expect(Object.keys(contract).toSorted()).toEqual(expected.toSorted());
  });

  it('has each method and path once, whatever the parameters are called', () => {
    const places = rows.map(([, row]) => `${row.method} ${row.path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('lets only these be called without a token', () => {
    const open = rows.filter(([, row]) => row.access === 'open').map(([name]) => name);
    expect(open.toSorted()).toEqual([
      'createDeviceLink',
      'getBootstrap',
      'getDeviceLink',
      'getHealth',
      'getOpenApi',
      'getSlipwaySchema',
      'listRegionTiers',
    ]);
  });

  it('keeps creating games and completing device links from cloud and service tokens', () => {
    expect(contract.createGame.access).toEqual(['owner']);
    expect(contract.completeDeviceLink.access).toEqual(['owner']);
  });

  it('lets a service token do what concerns the builds and servers of its namespace, and no more', () => {
    const names = rows
      .filter(([, row]) => row.access !== 'open' && row.access.includes('service'))
      .map(([name]) => name);
    expect(names.toSorted()).toEqual([
      'createServer',
      'destroyServer',
      'getBuild',
      'getServer',
      'getServerUsage',
      'inspectAuth',
      'inspectServer',
      'listBuilds',
      'listDatacenters',
      'listServerUsage',
      'listServers',
      'restartServer',
    ]);
  });

  it('watches what the decisions say is watchable', () => {
    const watched = rows.filter(([, row]) => row.watch).map(([name]) => name);
    expect(watched.toSorted()).toEqual([
      'getDeviceLink',
      'getGame',
      'getGroupBilling',
      'getServerLogs',
      'listBuilds',
      'listGames',
      'listServers',
      'readServerLog',
    ]);
  });
});

describe.each(rows)('the row %s', (name, row) => {
  it('goes by its key', () => {
    expect(row.name).toBe(name);
  });

  it('has a sentence for a summary', () => {
    expect(row.summary).toMatch(/^[A-Z].*\.$/);
  });

  it('has a schema for exactly the parameters of its path', () => {
    const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(row.params.shape)).toEqual(inPath);
  });

  it('takes only UUIDs in its path', () => {
    for (const key of Object.keys(row.params.shape)) {
      expect(row.params.safeParse({ [key]: 'prod' }).success).toBe(false);
    }
  });

  it('takes and gives a watch index if and only if it is watched', () => {
    expect('watch_index' in row.query.shape).toBe(row.watch);
    expect('watch' in row.answer.shape).toBe(row.watch);
  });

  it('has no body on GET and DELETE', () => {
    if (row.method === 'GET' || row.method === 'DELETE') expect(row.body).toBeNull();
  });

  it('names somebody who may call it', () => {
    if (row.access !== 'open') expect(row.access).toContain('owner');
  });
});
