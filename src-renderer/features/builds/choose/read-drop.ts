// What was dropped or picked, as one thing with a name that can be walked: the browser's own entries, never a path.

/** A file with its place below what was chosen; that place is empty for a file that was chosen itself. */
export type ChosenFile = { path: string; file: File };

/** One that was only seen so far. To open it is a question to the browser's own process, which many of take their time. */
export type SeenFile = { path: string; open(): Promise<File> };

/** One folder or file. `walk` reads folders while it goes. `files` is what the shell makes a path of. */
export type ChosenThing = {
  name: string;
  isFolder: boolean;
  original: File | undefined;
  walk(): AsyncGenerator<SeenFile>;
};

/** Everything that was dropped. Has to be called while the event is handled: its data is gone afterwards. */
export function readDrop(data: DataTransfer): ChosenThing[] {
  return [...data.items].flatMap((item) => {
    if (item.kind !== 'file') return [];
    const entry = item.webkitGetAsEntry();
    const original = item.getAsFile() ?? undefined;
    if (entry !== null) return [thingOf(entry, original)];
    return original === undefined ? [] : [thingOfFile(original)];
  });
}

/** What came of a file field: one file, or all files of a folder. */
export function readPicked(files: readonly File[]): ChosenThing | undefined {
  const [first] = files;
  if (first === undefined) return undefined;
  const [name] = first.webkitRelativePath.split('/');
  if (first.webkitRelativePath === '' || name === undefined) return thingOfFile(first);
  async function* walk(): AsyncGenerator<SeenFile> {
    for (const file of files) {
      yield { path: file.webkitRelativePath.split('/').slice(1).join('/'), open: () => Promise.resolve(file) };
    }
  }
  return { name, isFolder: true, original: undefined, walk };
}

function thingOfFile(file: File): ChosenThing {
  async function* walk(): AsyncGenerator<SeenFile> {
    yield { path: '', open: () => Promise.resolve(file) };
  }
  return { name: file.name, isFolder: false, original: file, walk };
}

function thingOf(entry: FileSystemEntry, original: File | undefined): ChosenThing {
  const walk = () => (isFolder(entry) ? listSourceFiles(entry) : walkFile(entry));
  return { name: entry.name, isFolder: entry.isDirectory, original, walk };
}

async function* walkFile(entry: FileSystemEntry): AsyncGenerator<SeenFile> {
  if (isFile(entry)) yield { path: '', open: () => fileOf(entry) };
}

async function* listSourceFiles(root: FileSystemDirectoryEntry): AsyncGenerator<SeenFile> {
  const waiting: { folder: FileSystemDirectoryEntry; at: string }[] = [{ folder: root, at: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { folder, at } = next;
    const placeOf = ({ name }: FileSystemEntry) => (at === '' ? name : `${at}/${name}`);
    for await (const some of entriesOf(folder)) {
      waiting.push(...some.filter(isFolder).map((entry) => ({ folder: entry, at: placeOf(entry) })));
      yield* some.filter(isFile).map((entry) => ({ path: placeOf(entry), open: () => fileOf(entry) }));
    }
  }
}

/** A reader answers a hundred at a time, and nothing at the end. */
async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry[]> {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    yield some;
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
