import { inflateSync } from 'node:zlib';
import type { XmlElement } from '../../domain/xml.ts';
import { readXml } from '../../outside/xml/read-xml.ts';

/**
 * What an archived PDF (PDF/A-3) says of itself, and whether it has what the standard wants: enough to see the metadata,
 * the fonts, the colour profile and the attached files. It is no replacement for a validator such as veraPDF.
 */
export interface ArchivedPdf {
  /** From the metadata, by local name. */
  readonly claims: Readonly<Record<string, string>>;
  /** Properties that the extension schema describes. */
  readonly described: readonly string[];
  readonly fonts: readonly { readonly name: string; readonly isEmbedded: boolean; readonly hasUnicode: boolean }[];
  readonly outputIntent: { readonly kind: string; readonly components: number; readonly isProfile: boolean };
  readonly attachments: readonly AttachedFile[];
  /** What the standard does not allow. */
  readonly forbidden: readonly string[];
}

export interface AttachedFile {
  readonly name: string;
  readonly relationship: string;
  readonly type: string;
  readonly content: string;
}

type Objects = ReadonlyMap<string, string>;

export async function readArchivedPdf(file: Uint8Array): Promise<ArchivedPdf> {
  const source = Buffer.from(file).toString('latin1');
  const objects: Objects = new Map(
    [...source.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n([\s\S]*?)\r?\nendobj/g)].map(([, id, body]) => [id!, body!]),
  );
  const root = findObject(objects, /\/Root (\d+) 0 R/.exec(source)![1]!);
  const metadata = await readXml(Buffer.from(readContent(followReference(objects, root, 'Metadata')), 'latin1'));
  return {
    ...readClaims(metadata),
    fonts: [...objects.values()]
      .filter((body) => body.includes('/Subtype /Type0'))
      .map((font) => readFont(objects, font)),
    outputIntent: readOutputIntent(objects, root),
    attachments: readAttachments(objects, root),
    forbidden: findForbidden(source, objects),
  };
}

function findObject(objects: Objects, id: string): string {
  const body = objects.get(id);
  if (body === undefined) throw new Error(`The file has no object ${id}`);
  return body;
}

/** The object that a key names, alone or as the first of a list. */
function followReference(objects: Objects, from: string, key: string): string {
  const id = new RegExp(`/${key} \\[?\\s*(\\d+) 0 R`).exec(from)?.[1];
  if (id === undefined) throw new Error(`No ${key} in ${from.slice(0, 200)}`);
  return findObject(objects, id);
}

function readContent(object: string): string {
  const length = Number(/\/Length (\d+)/.exec(object)?.[1]);
  const start = /stream\r?\n/.exec(object)!;
  const stream = object.slice(start.index + start[0].length).slice(0, length);
  return object.includes('/FlateDecode') ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : stream;
}

const listAll = (from: XmlElement): XmlElement[] => [from, ...from.children.flatMap(listAll)];

const INVOICE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const ARCHIVE = 'http://www.aiim.org/pdfa/ns/id/';

function readClaims(metadata: XmlElement): Pick<ArchivedPdf, 'claims' | 'described'> {
  const all = listAll(metadata);
  const stated = all.filter(({ namespace }) => namespace === INVOICE || namespace === ARCHIVE);
  const title = all.find(({ name }) => name === 'title')!;
  return {
    claims: {
      ...Object.fromEntries(stated.map(({ name, text }) => [name, text])),
      title: listAll(title).at(-1)!.text,
    },
    described: all
      .filter(({ name, namespace }) => name === 'name' && namespace === 'http://www.aiim.org/pdfa/ns/property#')
      .map(({ text }) => text),
  };
}

function readFont(objects: Objects, font: string): ArchivedPdf['fonts'][number] {
  const descriptor = followReference(objects, followReference(objects, font, 'DescendantFonts'), 'FontDescriptor');
  return {
    name: /\/BaseFont \/(\S+)/.exec(font)![1]!,
    isEmbedded: readContent(followReference(objects, descriptor, 'FontFile2')).length > 1000,
    hasUnicode: readContent(followReference(objects, font, 'ToUnicode')).includes('beginbfrange'),
  };
}

function readOutputIntent(objects: Objects, root: string): ArchivedPdf['outputIntent'] {
  const intent = followReference(objects, root, 'OutputIntents');
  const profile = followReference(objects, intent, 'DestOutputProfile');
  return {
    kind: /\/S \/(\w+)/.exec(intent)![1]!,
    components: Number(/\/N (\d)/.exec(profile)![1]),
    // The signature of a colour profile, in its header.
    isProfile: readContent(profile).slice(36, 40) === 'acsp',
  };
}

/** Files of the catalogue that the document as a whole is associated with, and that viewers list by name. */
function readAttachments(objects: Objects, root: string): AttachedFile[] {
  const listed = /\/AF \[([^\]]*)\]/.exec(root)?.[1] ?? '';
  const names = followReference(objects, root, 'Names');
  return [...listed.matchAll(/(\d+) 0 R/g)].map(([reference, id]) => {
    const spec = findObject(objects, id!);
    if (!names.includes(reference)) throw new Error('An attached file is not listed by name');
    const content = followReference(objects, spec, 'F');
    if (!/\/ModDate \(/.test(content)) throw new Error('An attached file has no date');
    return {
      name: /\/UF \(([^)]*)\)/.exec(spec)![1]!,
      relationship: /\/AFRelationship \/(\w+)/.exec(spec)![1]!,
      type: /\/Subtype \/(\S+)/.exec(content)![1]!.replace('#2F', '/'),
      content: Buffer.from(readContent(content), 'latin1').toString('utf8'),
    };
  });
}

function findForbidden(source: string, objects: Objects): string[] {
  const dictionaries = [...objects.values()].map((body) => body.split(/stream\r?\n/)[0]!);
  const found = ['Encrypt', 'JavaScript', 'LZWDecode', 'DeviceCMYK', 'Launch', 'Type1'].filter((word) =>
    dictionaries.some((one) => new RegExp(`/${word}\\b`).test(one)),
  );
  if (!source.startsWith('%PDF-1.7')) found.push('version');
  if (!/^%[\x80-\xff]{4}/m.test(source.slice(0, 30))) found.push('no binary mark');
  if (!/\/ID \[<[0-9a-f]+> <[0-9a-f]+>\]/.test(source.slice(-2000))) found.push('no id');
  if (/%%EOF[\s\S]*%%EOF/.test(source)) found.push('changed later');
  return found;
}
