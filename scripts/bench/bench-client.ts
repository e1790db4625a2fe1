// A client of a service that a measure started, by plain fetch.
import { createServiceClient, type ServiceClient } from '../../src-shared/service/client.ts';

export function openBenchClient({ url, token }: { url: string; token: string }): ServiceClient {
  return createServiceClient(async ({ method, path, body, signal }) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: response.status, body: await response.json() };
  });
}
