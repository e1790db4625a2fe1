// German messages for programs that speak HTTP to a service themselves.
import type { protocol as english } from '../en/protocol.ts';

export const protocol = {
  'http.body-length-wrong': 'Der Inhalt ist nicht so lang, wie sein content-length sagt.',
  'http.body-not-json-type': 'Der Inhalt muss JSON sein, mit content-type application/json oder ohne.',
  'http.body-larger': 'Der Inhalt dieser Anfrage ist größer als {most}.',
  'http.two-hosts': 'Diese Anfrage nennt zwei Hosts.',
  'http.two-tokens': 'Diese Anfrage hat zwei Authorization-Header. Sende einen.',
  'http.body-not-utf-8': 'Der Inhalt ist kein gültiges UTF-8.',
  'http.body-not-json': 'Der Inhalt ist kein gültiges JSON.',
  'http.query-name-twice': 'Die Anfrage nennt den Parameter „{name}“ zweimal.',
  'http.idempotency-key-length': 'Ein Idempotency-Key ist 1 bis {limit} Bytes lang.',
  'http.idempotency-key-reused': 'Dieser Idempotency-Key wurde für einen anderen Build benutzt. Nimm einen neuen.',
  'http.get-and-head': 'Diese Adresse antwortet auf GET und HEAD.',
  'http.put-and-head': 'Diese Adresse antwortet auf PUT und HEAD.',
  'http.methods-allowed': 'Diese Adresse antwortet auf {methods}.',
  'http.copy-body-invalid': 'Der Inhalt muss {"name": "...", "bytes": 0} sein.',
  'http.session-body-invalid': 'Der Inhalt muss {"token": "..."} sein.',
  'http.address-unreadable': 'Das ist keine Adresse. Eine Adresse ist ein Pfad, der mit einem Schrägstrich beginnt.',
  'http.not-http': 'Das ist keine Anfrage, die HTTP kennt.',
  'log.more-matches': 'Es gibt weitere Treffer.',
  'log.out-of-time': '{count} Zeilen durchsucht, dann war die Zeit für eine Suche um. Suche ab Zeile {line} weiter.',
} satisfies Record<keyof ReturnType<typeof english>, string>;
