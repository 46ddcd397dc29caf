import type { ExitCode } from './exit-codes.ts';

/** A command as it is declared. Its implementation is loaded only when it runs, so that every command starts fast. */

interface AnyOption {
  readonly about: string;
}

export interface SwitchOption extends AnyOption {
  readonly value?: undefined;
}

export interface ValueOption extends AnyOption {
  /** Placeholder of the value in the usage. */
  readonly value: string;
  readonly isRequired?: true;
  readonly isRepeatable?: true;
  /** Accepted and documented, but not part of the usage line. */
  readonly isDiscouraged?: true;
}

export type Options = Readonly<Record<string, SwitchOption | ValueOption>>;

export type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { readonly isRepeatable: true }
    ? readonly string[] | undefined
    : O[Name] extends { readonly isRequired: true }
      ? string
      : O[Name] extends { readonly value: string }
        ? string | undefined
        : boolean;
};

export interface Command<O extends Options = Options> {
  /** One word, or a group and a word. */
  readonly name: string;
  readonly summary: string;
  /** The npm script that runs the same command. */
  readonly script: string;
  readonly options: O;
  /** Message if a required option is missing. */
  readonly missing?: string;
  /** Ways to combine the options; without it, the usage follows from the options. */
  readonly usages?: readonly string[];
  readonly notes?: readonly string[];
  /** Arguments of typical calls. */
  readonly examples: readonly string[];
  /** In addition to the common meanings. */
  readonly exitCodes?: Readonly<Partial<Record<ExitCode, string>>>;
  run(values: Values<O>, commands: readonly Command[]): Promise<void>;
}

/** Checks the values that a command receives against its options. */
export const declareCommand = <const O extends Options>(command: Command<O>): Command => command;

export const JSON_OPTION = { about: 'Print the result as one JSON document.' } as const;
