// GET /metrics, for whoever has the token of metrics, which opens nothing else, or the owner's.
import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../src-shared/errors/app-error.ts';
import { requireToken } from '../../platform/access/callers.ts';
import { hashSecret } from '../../platform/access/token-secrets.ts';
import type { RawRoute } from '../../platform/http/raw-routes.ts';
import type { DataFolder } from '../../platform/storage/data-folder.ts';
import { createFigures, type FigureParts } from './figures.ts';
import { OPEN_METRICS_TYPE, openMetricsText } from './open-metrics.ts';

const PREFIX = '/metrics';

type Tokens = Pick<DataFolder, 'token' | 'metricsToken'>;

export function createMetrics(parts: FigureParts & { folder: Tokens }) {
  const figures = createFigures(parts);
  const known = [parts.folder.token, parts.folder.metricsToken].map(hashSecret);
  const requireKnown = (authorization: string | undefined) => {
    if (authorization === undefined) throw new AppError('API_UNAUTHORIZED', 'token.none-for-metrics');
    const given = hashSecret(requireToken(authorization));
    if (known.some((one) => timingSafeEqual(one, given))) return;
    throw new AppError('API_UNAUTHORIZED', 'token.not-for-metrics');
  };
  const route: RawRoute = {
    prefix: PREFIX,
    run: async (request, response) => {
      if ((request.url ?? '').split('?', 1)[0] !== PREFIX) throw new AppError('API_NOT_FOUND');
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET, HEAD');
        throw new AppError('API_METHOD_NOT_ALLOWED', 'http.get-and-head');
      }
      requireKnown(request.headers.authorization);
      const text = openMetricsText(await figures.read());
      const length = Buffer.byteLength(text);
      response.writeHead(200, {
        'content-type': OPEN_METRICS_TYPE,
        'content-length': length,
        'cache-control': 'no-store',
      });
      response.end(request.method === 'HEAD' ? undefined : text);
    },
  };
  return { route, onAnswered: figures.countCall };
}
