import { z } from 'zod';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import type { FileStore } from '../../outside/files/index.ts';
import {
  cleanLogo,
  EXTENSIONS,
  iconOf,
  ImageRefused,
  IMAGE_TYPES,
  type CleanImage,
  type ImageType,
} from '../../outside/images/index.ts';
import type { ExampleFile } from '../http/routing/example.ts';
import type { UploadDeclaration, UploadedFile } from '../http/input/multipart.ts';
import { route } from '../http/routing/route.ts';
import type { SignedUrls } from '../http/routing/signed-urls.ts';
import { FileQuery, servedFile } from './serve-file.ts';

/** Logos of firms and of company files: how they come in, and how everyone gets to see them. */

const LOGOS = '/v1/files/logos';

export const LOGO_UPLOAD: UploadDeclaration = {
  field: 'logo',
  types: IMAGE_TYPES,
  maxFiles: 1,
  maxBytes: 2 * 1024 * 1024,
  timeoutMs: 60_000,
};

export const LOGO_ERRORS = ['not_an_image', 'image_too_many_pixels', 'image_side_too_long', 'svg_unsafe'] as const;

/** A small drawing, as firms and company files have them for a logo. */
export const LOGO_EXAMPLE: { readonly file: ExampleFile } = {
  file: {
    name: 'logo.svg',
    type: 'image/svg+xml',
    content:
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#124"/></svg>',
  },
};

/** What clients write for the types that are taken, and what those send that do not know any. */
const CLAIMS = new Set([...IMAGE_TYPES, 'image/jpg', 'image/pjpeg', 'image/x-png', 'application/octet-stream']);

/** Names of the files that were kept: hash and kind. */
export interface StoredLogo {
  readonly logo: string;
  readonly icon: string;
}

/** Cleans an uploaded image and keeps it, together with a small square one made from it. */
export async function storeLogo(upload: UploadedFile, files: FileStore): Promise<StoredLogo | Refusal> {
  const { field } = LOGO_UPLOAD;
  if (!CLAIMS.has(upload.declaredType)) return refuse('image_type_unsupported', { field });
  try {
    const logo = await cleanLogo(await upload.read());
    const icon = await iconOf(logo);
    return { logo: await put(logo, files), icon: await put(icon, files) };
  } catch (error) {
    if (error instanceof ImageRefused) return refuse(error.problem, { field });
    throw error;
  }
}

async function put({ content, extension }: CleanImage, files: FileStore): Promise<string> {
  return `${await files.put('logos', content)}.${extension}`;
}

/** A link that shows a stored logo or icon; null when there is none. */
export function logoUrl(signedUrls: SignedUrls, file: string | null): string | null {
  return file === null ? null : signedUrls.sign(`${LOGOS}/${file}`, { preview: 1 }, steadyExpiry());
}

/** Links in lists stay the same for a while, between five and ten minutes, so that what shows them has a lasting ETag. */
function steadyExpiry(): number {
  const step = 300;
  return (Math.floor(Date.now() / 1000 / step) + 2) * step;
}

/** One of our own links, which whoever sends back what was read does not mean as a link to elsewhere. */
export const isLogoLink = (baseUrl: string, url: string): boolean => url.startsWith(`${baseUrl}${LOGOS}/`);

const TYPE_OF = new Map<string, ImageType>(IMAGE_TYPES.map((type) => [EXTENSIONS[type], type]));
const FILE_NAME = /^([0-9a-f]{64})\.([a-z]{3,4})$/;
export const logoRoutes = [
  route({
    method: 'get',
    path: `${LOGOS}/{name}`,
    area: 'files',
    summary:
      'A logo or icon, through its signed link: shown where the link was signed with `preview=1`, saved otherwise',
    ability: 'signed',
    role: 'any',
    demo: 'allowed',
    params: z.object({ name: z.string() }),
    query: FileQuery,
    example: async ({ logo }) => {
      const { pathname, search } = new URL(await logo());
      return { params: { name: pathname.split('/').at(-1)! }, query: search.slice(1) };
    },
    replies: { 200: z.string() },
    fileTypes: IMAGE_TYPES,
    async handle({ params, query, services }) {
      const [, sha256, extension] = FILE_NAME.exec(params.name) ?? [];
      const type = extension === undefined ? undefined : TYPE_OF.get(extension);
      const content = sha256 === undefined || type === undefined ? null : await services.files.read('logos', sha256);
      if (content === null || type === undefined) return refuse('not_found');
      return servedFile({ content, mime: type, name: `logo.${extension}` }, query);
    },
  }),
];
