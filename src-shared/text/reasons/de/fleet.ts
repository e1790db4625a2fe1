// German for servers on nodes: why one waits, is lost or ended there, and what to do about it.
import type { fleet as english } from '../en/fleet.ts';

export const fleet = {
  'fleet.waits': 'Er wartet auf einen Knoten: {why}',
  'fleet.engine-away': 'Die Container-Engine unter {engine} ist nicht erreichbar: {why}.',
  'fleet.engine-unsigned': 'ihr Zertifikat ist nicht von der Stelle aus --fleet-tls-ca unterschrieben',
  'fleet.engine-expired': 'ihr Zertifikat ist abgelaufen',
  'fleet.engine-other-name': 'ihr Zertifikat gilt für einen anderen Namen oder eine andere Adresse',
  'fleet.engine-refuses-us': 'sie nimmt das Zertifikat aus --fleet-tls-cert nicht an',
  'fleet.engine-key-of-other': '--fleet-tls-key gehört nicht zu --fleet-tls-cert',
  'fleet.engine-files-not-pem': '--fleet-tls-ca, --fleet-tls-cert und --fleet-tls-key brauchen Dateien im PEM-Format',
  'fleet.engine-no-tls': 'sie spricht dort kein TLS',
  'fleet.engine-refused': 'Die Container-Engine unter {engine} lehnte das ab: {why}.',
  'fleet.only-here':
    'Knoten auf anderen Rechnern erreichen diesen Dienst unter {url} nicht. Lass ihn mit --listen lauschen, wo sie ihn erreichen, oder nenne seine Adresse mit --public-url.',
  'fleet.core-unreadable': 'Diese Bytes sind kein Core-Dump: Sie beginnen nicht wie ein ELF-Core.',
  'fleet.core-before-start': 'Dieser Server lief noch nicht und hat also keinen Core-Dump.',
  'fleet.host-away': 'Der Knoten dieses Servers antwortet gerade nicht. Versuche es in ein paar Sekunden noch einmal.',
  'fleet.host-lost':
    'Von seinem Knoten war eine Weile nichts zu hören, darum gilt er als beendet. Läuft er dort noch, wird er beendet, wenn der Knoten wieder da ist.',
  'fleet.host-over': 'Was ihn auf dem Knoten ausführt, endete: {why}',
  'fleet.node-lost': 'sein Knoten antwortet nicht mehr.',
  'fleet.host-late':
    'Sein Knoten hat sich noch nicht gemeldet. Vielleicht lädt er noch das Image von Slipway, oder er erreicht diesen Dienst unter {url} nicht: Das Log seines Containers sagt, was davon. Nach zehn Minuten wird er aufgegeben.',
  'fleet.host-silent':
    'Sein Knoten hat sich zehn Minuten lang nicht gemeldet. Sieh nach, ob der Knoten diesen Dienst erreicht, und starte ihn noch einmal.',
  'fleet.build-changed':
    'Sein Knoten bekam andere Bytes, als mit diesem Build veröffentlicht wurden. Lade den Build noch einmal hoch.',
  'fleet.build-not-in-store': 'Die Bytes dieses Builds fehlen im Objektspeicher. Lade den Build noch einmal hoch.',
  'fleet.build-waits':
    'Sein Knoten kann den Build gerade nicht holen ({why}). Er wartet und startet, wenn die Bytes kommen.',
  'fleet.build-quiet': 'seit {seconds} s kam nichts',
  'fleet.build-unreachable':
    'Sein Knoten konnte den Build nicht holen. Sieh nach, ob er diesen Dienst und seinen Objektspeicher erreicht, und starte ihn noch einmal.',
  'fleet.node-full':
    'Die Festplatte seines Knotens ist voll, darum lässt sich der Build nicht holen. Schaffe dort Platz und starte ihn noch einmal.',
  'fleet.do-add-library':
    'Nimm {library} in den Build auf und linke das Programm mit -rpath $ORIGIN, oder starte es mit einem Skript, das LD_LIBRARY_PATH setzt. Oder nenne ein Image, das sie hat: slipway serve --fleet-image.',
  'fleet.do-take-newer-java':
    'Er braucht ein neueres Java, als das Image auf seinem Knoten hat. Nenne ein Image mit einem neueren (slipway serve --fleet-image), oder baue für ein älteres.',
  'fleet.runtime-missing':
    'Dieser Build läuft auf {runtime}, und im Image auf seinem Knoten gibt es kein {command}. Nenne ein Image, das es hat: slipway serve --fleet-image.',
  'fleet.interpreter-missing':
    'Das Programm {program} braucht {interpreter}, was es im Image auf seinem Knoten nicht gibt. Nenne ein Image, das es hat (slipway serve --fleet-image), oder baue ohne das.',
  'fleet.left-drained-node': 'Er endete, weil sein Knoten {node} geleert wird.',
  'fleet.engine-stopped':
    'Die Container-Engine seines Knotens hat ihn beendet, etwa weil sie neu startete oder ihr Rechner herunterfuhr.',
  'fleet.needs-fleet':
    'Er läuft auf einem Knoten, wo ihn dieser Dienst nicht erreicht. Starte den Dienst mit --fleet, um mit ihm weiterzumachen.',
  'fleet.may-run-on-node':
    'Vielleicht läuft er noch auf seinem Knoten. Er endet dort, wenn der Dienst wieder mit --fleet gestartet wird.',
  'fleet.left-on-nodes':
    '{count} Server laufen auf Knoten und sind nicht erreichbar. Sie bleiben, wie sie sind. Starte den Dienst mit --fleet, um mit ihnen weiterzumachen.',
  'fleet.no-images':
    'Dieser Build ist ein Container-Image, und Knoten führen Ordner und Archive aus. Übertrage stattdessen den Ordner des Servers.',
} satisfies Record<keyof ReturnType<typeof english>, string>;
