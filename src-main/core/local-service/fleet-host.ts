// The host of one server, for the command line. Past the face of the service, which would load all of it into each host.
export { startHost } from '../../../embedded-server/host.ts';
