// What can be watched, each by its key.

/** One game with all that it shows. */
export const gameKey = (gameId: string) => `game:${gameId}`;
/** The list of games, with the groups that it shows. */
export const gamesKey = 'games';
/** The builds of one namespace. */
export const buildsKey = (namespaceId: string) => `builds:${namespaceId}`;
/** The billing state of one group. */
export const billingKey = (groupId: string) => `billing:${groupId}`;
/** The servers of one namespace. */
export const serversKey = (namespaceId: string) => `servers:${namespaceId}`;
/** What one server writes. */
export const logKey = (serverId: string) => `log:${serverId}`;
