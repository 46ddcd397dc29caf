import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  RawNode,
  ReferenceNode,
  SelectAllNode,
  SelectQueryNode,
  TableNode,
  type OperationNode,
  type QueryId,
  type RawBuilder,
  type RootOperationNode,
} from 'kysely';
import { isCompanyTable } from './company-tables.ts';

/**
 * Rows of one company file never refer to another, so a comparison of ids also compares the companies. The server then
 * reads only the partition of the file, and can use the primary key, which begins with the company. No statement has to
 * say it.
 */
export const joinWithinFile = (node: RootOperationNode): RootOperationNode => {
  const found = new AliasFinder();
  found.transformNode(node);
  return new CompanyComparer(found.aliases).transformNode(node);
};

/** Finds the names under which a query reads tables of company files. */
class AliasFinder extends OperationNodeTransformer {
  readonly aliases = new Set<string>();

  protected override transformAlias(node: AliasNode, queryId?: QueryId): AliasNode {
    if (isCompanyRows(node.node) && IdentifierNode.is(node.alias)) this.aliases.add(node.alias.name);
    return super.transformAlias(node, queryId);
  }
}

class CompanyComparer extends OperationNodeTransformer {
  readonly #aliases: ReadonlySet<string>;

  constructor(aliases: ReadonlySet<string>) {
    super();
    this.#aliases = aliases;
  }

  protected override transformBinaryOperation(node: BinaryOperationNode, queryId?: QueryId): BinaryOperationNode {
    const compared = super.transformBinaryOperation(node, queryId);
    const [left, right] = [this.#findAlias(node.leftOperand), this.#findAlias(node.rightOperand)];
    const isEqual = OperatorNode.is(node.operator) && node.operator.operator === '=';
    if (!isEqual || left === null || right === null || left === right) return compared;
    const companies = BinaryOperationNode.create(
      createCompanyReference(left),
      node.operator,
      createCompanyReference(right),
    );
    // Any expression may stand here: only the type says that it is a single comparison.
    return ParensNode.create(AndNode.create(companies, compared)) as OperationNode as BinaryOperationNode;
  }

  /**
   * The alias of a column that identifies a row of a company file, if it is one. Of an expression such as `coalesce`, its
   * last column.
   */
  #findAlias(node: OperationNode): string | null {
    if (RawNode.is(node))
      return node.parameters.map((part) => this.#findAlias(part)).findLast((alias) => alias !== null) ?? null;
    if (!ReferenceNode.is(node) || node.table === undefined || !ColumnNode.is(node.column)) return null;
    const alias = node.table.table.identifier.name;
    return this.#aliases.has(alias) && isIdentifier(node.column.column.name) ? alias : null;
  }
}

/** The events of a company file have positions of their own. */
const isIdentifier = (column: string): boolean =>
  column === 'id' || column === 'position' || (column.endsWith('_id') && column !== 'company_id');

const createCompanyReference = (alias: string): ReferenceNode =>
  ReferenceNode.create(ColumnNode.create('company_id'), TableNode.create(alias));

/** Derived tables, written by hand, with the company among their columns. */
const companyRows = new WeakSet<OperationNode>();

export function markCompanyRows<Row>(rows: RawBuilder<Row>): RawBuilder<Row> {
  companyRows.add(rows.toOperationNode());
  return rows;
}

function isCompanyRows(node: OperationNode): boolean {
  if (companyRows.has(node)) return true;
  if (SelectQueryNode.is(node)) {
    const [first, ...others] = node.from?.froms ?? [];
    const hasCompany = node.selections?.some(
      ({ selection }) => SelectAllNode.is(selection) || isCompanyColumn(selection),
    );
    return hasCompany === true && others.length === 0 && first !== undefined && isCompanyRows(first);
  }
  if (AliasNode.is(node)) return isCompanyRows(node.node);
  const table = findReadTable(node);
  return table !== null && isCompanyTable(table);
}

const isCompanyColumn = (node: OperationNode): boolean =>
  ReferenceNode.is(node) && ColumnNode.is(node.column) && node.column.column.name === 'company_id';

function findReadTable(node: OperationNode): string | null {
  // A table whose name is given at run time.
  if (RawNode.is(node)) return node.parameters.length === 1 ? findReadTable(node.parameters[0]!) : null;
  if (!TableNode.is(node) || node.table.schema?.name !== 'read') return null;
  return node.table.identifier.name;
}
