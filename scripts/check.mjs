// Type check and lint in one process, so that the program is read and its types are worked out once for both.
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: report };
/** What runs in Node, and what runs in browsers. */
const programs = ['tsconfig.json', 'console/tsconfig.json'].map((config) => {
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(config, {}, host);
  return ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
});

// The types go first: both ask the same checker, which remembers what it has found out, and also complains of questions that
// only the linter asks.
const diagnostics = ts.sortAndDeduplicateDiagnostics(programs.flatMap((program) => ts.getPreEmitDiagnostics(program)));
diagnostics.forEach(report);

const eslint = new ESLint({
  overrideConfig: { languageOptions: { parserOptions: { programs, projectService: false } } },
});
const results = await eslint.lintFiles(['.']);
const formatted = await (await eslint.loadFormatter('stylish')).format(results);
if (formatted !== '') process.stdout.write(formatted);
const isLinted = results.every(({ errorCount, fatalErrorCount }) => errorCount + fatalErrorCount === 0);

process.exitCode = isLinted && diagnostics.length === 0 ? 0 : 1;

function report(diagnostic) {
  const lines = { getCurrentDirectory: () => root, getCanonicalFileName: (name) => name, getNewLine: () => '\n' };
  process.stdout.write(ts.formatDiagnosticsWithColorAndContext([diagnostic], lines));
}
