// What can be watched, each by its key.

/** One game with all that it shows. */
export const gameKey = (game_id: string) => `game:${game_id}`;
/** The list of games, with the groups that it shows. */
export const gamesKey = 'games';
/** The builds of one namespace. */
export const buildsKey = (namespace_id: string) => `builds:${namespace_id}`;
/** The billing state of one group. */
export const billingKey = (group_id: string) => `billing:${group_id}`;
/** The servers of one namespace. */
export const serversKey = (namespace_id: string) => `servers:${namespace_id}`;
/** What one server writes. */
export const logKey = (server_id: string) => `log:${server_id}`;
