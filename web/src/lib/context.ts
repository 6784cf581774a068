/** The table that a component belongs to. */
import { getContext, setContext } from "svelte";
import type { TableStore } from "./store.svelte";

const KEY = Symbol("table");
export const giveTable = (table: TableStore): TableStore => setContext(KEY, table);
export const useTable = (): TableStore => getContext<TableStore>(KEY);
