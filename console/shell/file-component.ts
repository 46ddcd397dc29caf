import type { FunctionComponent } from 'preact';
import type { Life } from '../moments/days.ts';
import type { CompanyFile } from '../support/answers.ts';
import type { Role } from './role.ts';

/** What every view of a company file is given. */
export interface FileViewProps {
  readonly file: CompanyFile;
  /** The day whose books are shown. */
  readonly day: string;
  readonly life: Life;
  /** Of the reader, in this company file. */
  readonly role: Role;
}

export type FileComponent = FunctionComponent<FileViewProps>;
