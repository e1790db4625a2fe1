// The host of one server, for the command line.
export { startHost } from '../../../embedded-server/index.ts';
