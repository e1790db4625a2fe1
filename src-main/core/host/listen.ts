// Listening at both addresses of localhost, as the service does, for the window's own server; and who has a port that is taken.
export { listenOnPort, portOwner } from '../../../embedded-server/index.ts';
