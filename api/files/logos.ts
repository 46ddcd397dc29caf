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
import type { ExampleFile } from '../http/example.ts';
import type { UploadDeclaration, UploadedFile } from '../http/multipart.ts';
import { route } from '../http/route.ts';

/** Logos of firms and of company files: how they come in, and how everyone gets to see them. */

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

/** Address of a stored logo or icon; null when there is none. */
export function logoUrl(baseUrl: string, file: string | null): string | null {
  return file === null ? null : `${baseUrl}/v1/files/logos/${file}`;
}

const TYPE_OF = new Map<string, ImageType>(IMAGE_TYPES.map((type) => [EXTENSIONS[type], type]));
const FILE_NAME = /^([0-9a-f]{64})\.([a-z]{3,4})$/;
/** A drawing of former times that is opened by itself is a page: this one can do nothing at all. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export const logoRoutes = [
  route({
    method: 'get',
    path: '/v1/files/logos/{name}',
    area: 'files',
    summary: 'A logo; its name is the hash of what it contains, so that it never changes',
    ability: 'public',
    role: 'any',
    demo: 'allowed',
    params: z.object({ name: z.string() }),
    example: async ({ logo }) => ({ params: { name: await logo() } }),
    replies: { 200: z.string() },
    fileTypes: IMAGE_TYPES,
    async handle({ params, services }) {
      const [, sha256, extension] = FILE_NAME.exec(params.name) ?? [];
      const type = extension === undefined ? undefined : TYPE_OF.get(extension);
      const content = sha256 === undefined || type === undefined ? null : await services.files.read('logos', sha256);
      if (content === null || type === undefined) return refuse('not_found');
      return {
        status: 200,
        raw: content,
        headers: {
          'Content-Type': type,
          'Content-Security-Policy': POLICY,
          'Content-Disposition': 'inline',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'Cache-Control': 'public, max-age=31536000, immutable',
          ETag: `"${sha256}"`,
        },
      };
    },
  }),
];
