import type { ArrivedFile } from '../../commands/attachments/attach-files.ts';
import { refuseInvalid, type Problem, type Refusal } from '../../domain/refusal.ts';
import { FILE_EXTENSIONS, FILE_MIMES, findFileType, hasMatchingContent } from '../../outside/files/file-types.ts';
import type { UploadDeclaration, UploadedFile } from '../http/input/multipart.ts';

export const ATTACHMENT_UPLOAD: UploadDeclaration = {
  field: 'files',
  types: FILE_MIMES,
  maxFiles: 20,
  maxBytes: 25 * 1024 * 1024,
};

export const UPLOAD_ERRORS = ['file_empty', 'file_type_unsupported', 'file_type_mismatch'] as const;

/** All or nothing: the problems of every file are reported at once. */
export async function checkUploadedFiles(
  uploads: readonly UploadedFile[],
  fieldOf = (index: number): string => `files.${index}`,
): Promise<readonly ArrivedFile[] | Refusal> {
  const problems: Problem[] = [];
  const files: ArrivedFile[] = [];
  for (const [index, upload] of uploads.entries()) {
    const type = findFileType(upload.name);
    const field = fieldOf(index);
    if (!type) problems.push({ code: 'file_type_unsupported', field, params: { types: FILE_EXTENSIONS.join(', ') } });
    else if (upload.bytes === 0) problems.push({ code: 'file_empty', field });
    else if (!(await hasMatchingContent(upload))) problems.push({ code: 'file_type_mismatch', field });
    else {
      const { name, bytes: size, sha256 } = upload;
      files.push({ name, mime: type.mime, size, sha256, store: () => upload.keep('documents') });
    }
  }
  return problems.length > 0 ? refuseInvalid(problems) : files;
}
