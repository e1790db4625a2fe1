// Listening at both addresses of localhost, as the service does, for the window's own server.
export { listenOnPort } from '../../../embedded-server/index.ts';
