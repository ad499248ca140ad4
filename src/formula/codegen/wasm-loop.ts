// A loop over one memory of doubles: in iteration k every column of addresses names one address,
//   memory[out[k]] ← f(memory[a[k]], memory[b[k]], …, values carried over from the previous iteration).
// Addresses that follow a rule least + stride·k become offsets from a pointer, all others are read from a table. Constant
// addresses are read once, before the loop. All reads of an iteration come before its stores.

import { indexRule } from '../elements.ts';
import type { Graph, Node } from '../graph.ts';
import { access, type Code, get, instruction, integerConstant, set, unsigned } from './wasm-bytes.ts';
import { expressionCode, newLocal, type Scope } from './wasm-expressions.ts';

/** One address for each iteration, counted in doubles. */
export type Addresses = Int32Array;

interface Carried {
  readonly variable: number;
  readonly initial: Node;
  next: Node;
  /** Address of the last value; −1 if it is not stored. */
  readonly result: number;
}

export class Loop {
  readonly graph: Graph;
  readonly count: number;
  readonly stores: { readonly to: Addresses; readonly value: Node }[] = [];
  readonly carried = new Map<Node, Carried>();
  private readonly known = new Map<string, Node>();
  private readonly columns: (Addresses | null)[] = [];

  constructor(graph: Graph, count: number) {
    this.graph = graph;
    this.count = count;
  }

  /** The value at these addresses. */
  load(addresses: Addresses): Node {
    const key = addresses.join();
    const known = this.known.get(key) ?? this.graph.variable(this.columns.push(addresses) - 1);
    this.known.set(key, known);
    return known;
  }

  /** The value at the addresses first, first + stride, …. */
  at(first: number, stride = 1): Node {
    return this.load(this.range(first, stride));
  }

  /** The value at one address. */
  fixed(address: number): Node {
    return this.load(new Int32Array(this.count).fill(address));
  }

  range(first: number, stride = 1): Addresses {
    return Int32Array.from({ length: this.count }, (_, k) => first + stride * k);
  }

  store(to: Addresses, value: Node): void {
    this.stores.push({ to, value });
  }

  /** A loop-carried value: each iteration may set it for the next by `pass`. */
  carry(initial: Node, result = -1): Node {
    const variable = this.columns.push(null) - 1;
    const node = this.graph.variable(variable);
    this.carried.set(node, { variable, initial, next: node, result });
    return node;
  }

  pass(node: Node, next: Node): void {
    const carried = this.carried.get(node);
    if (carried) carried.next = next;
  }

  column(variable: number): Addresses | null {
    return this.columns[variable];
  }
}

/** Puts a table of whole numbers into memory and returns its address in bytes. */
export type Tabulate = (table: Int32Array) => number;

export function loopCode(loop: Loop, scope: Scope, tabulate: Tabulate): Code {
  return new LoopWriter(loop, scope, tabulate).code();
}

const bytesPerReal = 8;

class LoopWriter {
  private readonly loop: Loop;
  private readonly scope: Scope;
  private readonly tabulate: Tabulate;
  /** Pointers by their stride in bytes. */
  private readonly pointers = new Map<number, number>();
  /** Locals that hold an address of this iteration, by its table. */
  private readonly looked = new Map<string, number>();
  private readonly lookups: number[] = [];
  /** Locals of carried values, by variable. */
  private readonly carried = new Map<number, number>();

  constructor(loop: Loop, scope: Scope, tabulate: Tabulate) {
    this.loop = loop;
    this.scope = scope;
    this.tabulate = tabulate;
  }

  code(): Code {
    const { loop, scope } = this;
    for (const { variable } of loop.carried.values()) this.carried.set(variable, newLocal(scope, 'real'));
    const results = [...loop.carried.values()]
      .filter(({ result }) => result >= 0)
      .flatMap(({ variable, result }) => {
        const { pointer, write } = this.place(Int32Array.of(result));
        return [...pointer, ...this.read(variable), ...write];
      });
    return [...this.begin(), ...(loop.count > 0 ? this.turns() : []), ...results];
  }

  private begin(): Code {
    const { loop, scope } = this;
    const carried = [...loop.carried.values()].filter(({ result }) => loop.count > 0 || result >= 0);
    const { before, values } = expressionCode(
      loop.graph,
      carried.map(({ initial }) => initial),
      scope,
      { load: variable => this.read(variable), varies: () => false },
    );
    return [...before, ...carried.flatMap(({ variable }, k) => [...values[k], ...this.setCarried(variable)])];
  }

  private turns(): Code {
    const { loop, scope } = this;
    const carried = [...loop.carried.values()];
    const { before, inside, values } = expressionCode(
      loop.graph,
      [...loop.stores.map(({ value }) => value), ...carried.map(({ next }) => next)],
      scope,
      { load: variable => this.read(variable), varies: variable => this.varies(variable) },
    );
    const places = loop.stores.map(({ to }) => this.place(to));
    // All values of an iteration are on the stack before the first of them is stored or carried over.
    const turn = [
      ...places.flatMap(({ pointer }, k) => [...pointer, ...values[k]]),
      ...values.slice(places.length).flat(),
      ...[...carried].reverse().flatMap(({ variable }) => this.setCarried(variable)),
      ...[...places].reverse().flatMap(({ write }) => write),
    ];
    return [...before, ...this.repeat([...this.lookups, ...inside, ...turn])];
  }

  private varies(variable: number): boolean {
    const column = this.loop.column(variable);
    return column === null || (this.loop.count > 1 && column.some(address => address !== column[0]));
  }

  private read(variable: number): Code {
    const column = this.loop.column(variable);
    if (!column) return get(this.carried.get(variable) as number);
    const { pointer, read } = this.place(column);
    return [...pointer, ...read];
  }

  private setCarried(variable: number): Code {
    return set(this.carried.get(variable) as number);
  }

  /** The address of this iteration, and code that reads or writes it. */
  private place(column: Addresses): { pointer: Code; read: Code; write: Code } {
    const least = column.reduce((a, b) => Math.min(a, b));
    const offset = bytesPerReal * least;
    return {
      pointer: this.address(column, least),
      read: access(instruction.loadReal, 3, offset),
      write: access(instruction.storeReal, 3, offset),
    };
  }

  /** Bytes beyond the least address. */
  private address(column: Addresses, least: number): Code {
    const rule = indexRule(column);
    if (!rule) return get(this.lookup(column.map(address => bytesPerReal * (address - least))));
    return rule.stride === 0 ? integerConstant(0) : get(this.pointer(bytesPerReal * rule.stride));
  }

  private pointer(step: number): number {
    const known = this.pointers.get(step) ?? newLocal(this.scope, 'integer');
    this.pointers.set(step, known);
    return known;
  }

  private lookup(table: Int32Array): number {
    const key = table.join();
    const known = this.looked.get(key);
    if (known !== undefined) return known;
    const local = newLocal(this.scope, 'integer');
    this.looked.set(key, local);
    const offset = this.tabulate(table);
    const entry = [...get(this.pointer(4)), ...access(instruction.loadInteger, 2, offset)];
    this.lookups.push(...entry, ...set(local));
    return local;
  }

  private repeat(body: Code): Code {
    const { count } = this.loop;
    if (count === 1) return body;
    // A pointer with negative stride ends at 0, so that no address is negative.
    const first = (step: number) => (step < 0 ? -step * (count - 1) : 0);
    const pointers = [...this.pointers];
    const begin = pointers.flatMap(([step, local]) => [...integerConstant(first(step)), ...set(local)]);
    const advance = pointers.flatMap(([step, local]) => [
      ...get(local),
      ...integerConstant(step),
      instruction.addIntegers,
      ...set(local),
    ]);
    const [[step, local]] = pointers;
    const isDone = [...get(local), ...integerConstant(first(step) + step * count), instruction.differs];
    return [
      ...begin,
      ...[instruction.loop, instruction.noResult],
      ...body,
      ...advance,
      ...isDone,
      ...[instruction.branchIf, ...unsigned(0)],
      instruction.end,
    ];
  }
}
