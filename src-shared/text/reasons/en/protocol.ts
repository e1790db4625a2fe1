// English messages for programs that speak HTTP to a service themselves. The window never sends or shows them.

export const protocol = () =>
  ({
    'http.body-length-wrong': 'The body is not as long as its content-length says.',
    'http.body-not-json-type': 'The body has to be JSON, with content-type application/json or none.',
    'http.body-larger': 'The body of this request is larger than {most}.',
    'http.two-hosts': 'This request names two hosts.',
    'http.two-tokens': 'This request has two Authorization headers. Send one.',
    'http.body-not-utf-8': 'The body is not valid UTF-8.',
    'http.body-not-json': 'The body is not valid JSON.',
    'http.query-name-twice': 'The query names "{name}" twice.',
    'http.idempotency-key-length': 'An Idempotency-Key is 1 to {limit} bytes long.',
    'http.idempotency-key-reused': 'This Idempotency-Key was used for another build. Use a new one.',
    'http.get-and-head': 'This address answers to GET and HEAD.',
    'http.put-and-head': 'This address answers to PUT and HEAD.',
    'http.methods-allowed': 'This address answers to {methods}.',
    'http.copy-body-invalid': 'The body has to be {"name": "...", "bytes": 0}.',
    'http.session-body-invalid': 'The body has to be {"token": "..."}.',
    'http.address-unreadable': 'This is not an address. An address is a path that begins with one slash.',
    'http.not-http': 'This is not an HTTP request.',
    'log.more-matches': 'There are more matches.',
    'log.out-of-time': 'Searched {count} lines, then the time for one search was up. Continue from line {line}.',
  }) as const;
