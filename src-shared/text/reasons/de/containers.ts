// German for what keeps a container from running.
import type { containers as english } from '../en/containers.ts';

export const containers = {
  'container.engine-answer-unknown': 'Was sie von sich sagt, ist nicht, was Slipway kennt. Aktualisiere sie.',
  'container.engine-wrong-system': 'Es führt Container von {system} aus. Stelle es auf Linux um.',
  'container.do-install-on-mac':
    'Installiere Podman (podman.io) und führe „podman machine init“ und „podman machine start“ aus, oder installiere Docker Desktop',
  'container.do-install-on-windows': 'Installiere Podman Desktop (podman.io) oder Docker Desktop, und starte es',
  'container.engine-not-installed': '{name} ist nicht installiert',
  'container.engine-silent': '{name} ist installiert, antwortet aber nicht: {why}',
  'container.do-install-on-linux': 'Installiere Podman (unter Debian und Ubuntu: „apt-get install podman“) oder Docker',
  'container.no-engine':
    'Dieser Build ist ein Container-Image, und nichts auf diesem Rechner führt Container aus: {tried}. {remedy}, dann starte den Server noch einmal. Builds, die einfache Archive eines Serverordners sind, brauchen beides nicht.',
  'container.image-missing-after-load': 'Laut eigener Aussage hat es das Image geladen, und doch hat es keines.',
  'container.image-not-loaded':
    '{engine} konnte das Image dieses Builds nicht laden. Sichere das Image neu (docker save, podman save) und lade es noch einmal hoch.',
  'container.image-not-loaded-because':
    '{engine} konnte das Image dieses Builds nicht laden: {why} Sichere das Image neu (docker save, podman save) und lade es noch einmal hoch.',
  'container.image-other-processor':
    'Dieses Image ist für Prozessoren {image}, und dieser Rechner hat {machine}. Baue es für linux/{machine} (docker build --platform) und lade es noch einmal hoch.',
  'container.do-build-for-processor':
    'Sein Programm ist für einen anderen Prozessor: baue das Image für diesen (docker build --platform).',
  'container.do-name-program':
    'Das Image nennt kein Programm, das es enthält: prüfe ENTRYPOINT und CMD, oder gib dem Server Argumente.',
  'container.do-make-executable':
    'Sein Programm ist nicht ausführbar: gib es frei (chmod +x), bevor es ins Image kopiert wird.',
  'container.do-update-engine':
    'Das System lässt die Engine Container nicht begrenzen. Aktualisiere die Engine, oder installiere runc dazu.',
  'container.do-free-engine-disk':
    'Die Platte der Engine ist voll. Entferne Images und Container, die niemand braucht (podman system prune).',
  'container.do-try-by-hand': 'Probiere das Image von Hand mit derselben Engine, um mehr zu sehen.',
  'container.image-damaged':
    '{file} dieses Images ist beschädigt. Sichere das Image neu (docker save, podman save) und lade es noch einmal hoch.',
  'container.not-started': '{engine} konnte den Container dieses Servers nicht starten. {remedy}',
  'container.not-started-because': '{engine} konnte den Container dieses Servers nicht starten: {why} {remedy}',
} satisfies Record<keyof ReturnType<typeof english>, string>;
