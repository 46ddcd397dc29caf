import { z } from 'zod';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import type { FileStore } from '../../outside/files/index.ts';
import {
  cleanLogo,
  EXTENSIONS,
  renderIcon,
  ImageRefused,
  IMAGE_TYPES,
  type CleanImage,
  type ImageType,
} from '../../outside/images/index.ts';
import type { ExampleFile } from '../http/routing/example.ts';
import type { UploadDeclaration, UploadedFile } from '../http/input/multipart.ts';
import { route } from '../http/routing/route.ts';
import type { SignedUrls } from '../http/routing/signed-urls.ts';
import { FileQuery, replyWithStoredFile } from './serve-file.ts';

/** Logos of firms and company files: upload and public links. */

const LOGOS = '/v1/files/logos';

export const LOGO_UPLOAD: UploadDeclaration = {
  field: 'logo',
  types: IMAGE_TYPES,
  maxFiles: 1,
  maxBytes: 2 * 1024 * 1024,
  timeoutMs: 60_000,
};

export const LOGO_ERRORS = ['not_an_image', 'image_too_many_pixels', 'image_side_too_long', 'svg_unsafe'] as const;

/** A small sample logo. */
export const LOGO_EXAMPLE: { readonly file: ExampleFile } = {
  file: {
    name: 'logo.svg',
    type: 'image/svg+xml',
    content:
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#124"/></svg>',
  },
};

/** Accepted media types, including variants sent by clients and the generic type. */
const CLAIMS = new Set([...IMAGE_TYPES, 'image/jpg', 'image/pjpeg', 'image/x-png', 'application/octet-stream']);

/** Names of the stored files: hash and extension. */
export interface StoredLogo {
  readonly logo: string;
  readonly icon: string;
}

/** Sanitizes and stores an uploaded image, together with a small square icon made from it. */
export async function storeLogo(upload: UploadedFile, files: FileStore): Promise<StoredLogo | Refusal> {
  const { field } = LOGO_UPLOAD;
  if (!CLAIMS.has(upload.declaredType)) return refuse('image_type_unsupported', { field });
  try {
    const logo = await cleanLogo(await upload.read());
    const icon = await renderIcon(logo);
    return { logo: await storeImage(logo, files), icon: await storeImage(icon, files) };
  } catch (error) {
    if (error instanceof ImageRefused) return refuse(error.problem, { field });
    throw error;
  }
}

async function storeImage({ content, extension }: CleanImage, files: FileStore): Promise<string> {
  return `${await files.put('logos', content)}.${extension}`;
}

/** Signed link that displays a stored logo or icon; null if there is none. */
export function buildLogoUrl(signedUrls: SignedUrls, file: string | null): string | null {
  return file === null ? null : signedUrls.sign(`${LOGOS}/${file}`, { preview: 1 }, computeSteadyExpiry());
}

/** Links stay the same for five to ten minutes, so that responses containing them keep their ETag. */
function computeSteadyExpiry(): number {
  const step = 300;
  return (Math.floor(Date.now() / 1000 / step) + 2) * step;
}

/** Recognises our own links: a client that sends back a response does not mean them as external links. */
export const isLogoLink = (baseUrl: string, url: string): boolean => url.startsWith(`${baseUrl}${LOGOS}/`);

const TYPE_OF = new Map<string, ImageType>(IMAGE_TYPES.map((type) => [EXTENSIONS[type], type]));
const FILE_NAME = /^([0-9a-f]{64})\.([a-z]{3,4})$/;
export const logoRoutes = [
  route({
    method: 'get',
    path: '/v1/files/logos/{name}',
    operationId: 'getLogo',
    area: 'files',
    summary: 'Download a logo or icon through its signed link, or display it if the link was signed with `preview=1`',
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
      return replyWithStoredFile({ content, mime: type, name: `logo.${extension}` }, query);
    },
  }),
];
