/* The innermost loops in C: what bits.py does, digit by digit. Read that first; names and order are the same.

   A set of places is a Python int. CPython keeps it as 30-bit digits, and these loops work on such digits: a set is copied
   into an array that has room for all places, and only a result becomes an int again. Of an array the digits that are not
   zero are often few and close together, so the loops run from the first of them to the last. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <structmember.h>

#if PYLONG_BITS_IN_DIGIT != 30
#error "bits.c wants ints of 30-bit digits"
#endif

#define BITS 30
#define ONES ((1u << BITS) - 1)

/* -- ints --------------------------------------------------------------------------------------- */

#if PY_VERSION_HEX >= 0x030C0000
#define DIGITS(v) (((PyLongObject *)(v))->long_value.ob_digit)
#define COUNT(v) ((Py_ssize_t)(((PyLongObject *)(v))->long_value.lv_tag >> 3))
#define NEGATIVE(v) ((((PyLongObject *)(v))->long_value.lv_tag & 3) == 2)
#else
#define DIGITS(v) (((PyLongObject *)(v))->ob_digit)
#define COUNT(v) (Py_SIZE(v) < 0 ? -Py_SIZE(v) : Py_SIZE(v))
#define NEGATIVE(v) (Py_SIZE(v) < 0)
#endif

static int is_int(PyObject *v)
{
    if (PyLong_Check(v)) return 1;
    PyErr_Format(PyExc_TypeError, "a set must be an int, not %.100s", Py_TYPE(v)->tp_name);
    return 0;
}

/* The digits that a set needs; a negative one is "all but these", and is cut to what the others need. */
static Py_ssize_t room_for(PyObject *v)
{
    return NEGATIVE(v) ? 0 : COUNT(v);
}

#define MOST_DIGITS 8192

static int has_room(Py_ssize_t n)
{
    if (n <= MOST_DIGITS) return 1;
    PyErr_SetString(PyExc_ValueError, "the set is too large");
    return 0;
}

static Py_ssize_t larger(Py_ssize_t a, Py_ssize_t b)
{
    return a > b ? a : b;
}

/* Copies a set into an array of n digits. */
static void load(PyObject *v, uint32_t *out, Py_ssize_t n)
{
    Py_ssize_t count = COUNT(v) < n ? COUNT(v) : n;
    const digit *from = DIGITS(v);
    memcpy(out, from, count * sizeof(uint32_t));
    memset(out + count, 0, (n - count) * sizeof(uint32_t));
    if (!NEGATIVE(v)) return;
    uint32_t carry = 1; /* the complement on two, as Python reads a negative int */
    for (Py_ssize_t i = 0; i < n; i++) {
        uint32_t value = (~out[i] & ONES) + carry;
        carry = value >> BITS;
        out[i] = value & ONES;
    }
}

/* The int of an array of digits. */
static PyObject *as_int(const uint32_t *from, Py_ssize_t n)
{
    while (n && !from[n - 1]) n--;
    if (n == 0) return PyLong_FromLong(0);
    if (n == 1) return PyLong_FromLong((long)from[0]);
    PyLongObject *made = _PyLong_New(n);
    if (made == NULL) return NULL;
    memcpy(DIGITS(made), from, n * sizeof(uint32_t));
    return (PyObject *)made;
}

/* Whether a place is in a set; a negative one is the complement of what is one less than its digits. */
static int has(PyObject *v, Py_ssize_t place)
{
    Py_ssize_t at = place / BITS, count = COUNT(v);
    const digit *digits = DIGITS(v);
    int found = at < count && digits[at] >> place % BITS & 1;
    if (!NEGATIVE(v)) return found;
    uint32_t lower = at < count ? digits[at] & ((1u << place % BITS) - 1) : 0;
    for (Py_ssize_t i = 0; !lower && i < at && i < count; i++) lower = digits[i];
    return lower ? !found : found;
}

static int put_int(PyObject *list, Py_ssize_t at, const uint32_t *from, Py_ssize_t n)
{
    PyObject *made = as_int(from, n);
    if (made == NULL) return -1;
    PyList_SET_ITEM(list, at, made);
    return 0;
}

/* -- sets --------------------------------------------------------------------------------------- */

/* The digits that are not zero lie in [low, high). */
typedef struct {
    Py_ssize_t low, high;
} Span;

static Span span_of(const uint32_t *set, Py_ssize_t n)
{
    Span span = {0, n};
    while (span.low < n && !set[span.low]) span.low++;
    while (span.high > span.low && !set[span.high - 1]) span.high--;
    return span;
}

static int is_empty(const uint32_t *set, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; i++)
        if (set[i]) return 0;
    return 1;
}

/* -- steps -------------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    Py_ssize_t n;        /* digits of a set of all places */
    Py_ssize_t size;     /* places */
    Py_ssize_t count;    /* groups; 0 where steps are kept by their starts */
    Py_ssize_t *shift;   /* of each group */
    uint32_t *sets;      /* starts of each group, or targets of each place */
    uint32_t *first;     /* all starts */
    PyObject *shifts, *targets, *starts;
} Steps;

/* Adds to `out` the places one step away from those of a set. Both arrays have room for all places. */
static void spread(const Steps *steps, const uint32_t *set, Span span, uint32_t *out)
{
    Py_ssize_t high = span.high < steps->n ? span.high : steps->n;
    if (!steps->count) {
        for (Py_ssize_t i = span.low; i < high; i++)
            for (uint32_t rest = set[i]; rest; rest &= rest - 1) {
                Py_ssize_t place = i * BITS + __builtin_ctz(rest);
                if (place >= steps->size) return;
                const uint32_t *ends = steps->sets + place * steps->n;
                for (Py_ssize_t k = 0; k < steps->n; k++) out[k] |= ends[k];
            }
        return;
    }
    for (Py_ssize_t group = 0; group < steps->count; group++) {
        const uint32_t *sources = steps->sets + group * steps->n;
        Py_ssize_t shift = steps->shift[group], far = shift < 0 ? -shift : shift;
        Py_ssize_t whole = far / BITS, part = far % BITS;
        for (Py_ssize_t i = span.low; i < high; i++) {
            uint32_t moving = set[i] & sources[i];
            if (!moving) continue;
            /* No step leads off the map, so what would be written beyond the array is zero. */
            if (shift > 0) {
                uint32_t over = part ? moving >> (BITS - part) : 0;
                uint32_t stays = (moving << part) & ONES;
                if (stays) out[i + whole] |= stays;
                if (over) out[i + whole + 1] |= over;
            } else {
                uint32_t over = part ? (moving << (BITS - part)) & ONES : 0;
                uint32_t stays = moving >> part;
                if (stays) out[i - whole] |= stays;
                if (over) out[i - whole - 1] |= over;
            }
        }
    }
}

static void steps_dealloc(Steps *self)
{
    PyMem_Free(self->shift);
    PyMem_Free(self->sets);
    PyMem_Free(self->first);
    Py_XDECREF(self->shifts);
    Py_XDECREF(self->targets);
    Py_XDECREF(self->starts);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int steps_init(Steps *self, PyObject *args, PyObject *kwds)
{
    static char *names[] = {"shifts", "targets", "starts", NULL};
    PyObject *shifts, *targets, *starts;
    if (!PyArg_ParseTupleAndKeywords(args, kwds, "OO!O!", names, &shifts, &PyList_Type, &targets, &PyLong_Type, &starts))
        return -1;
    if (self->targets != NULL) {
        PyErr_SetString(PyExc_TypeError, "steps are made once");
        return -1;
    }
    int grouped = shifts != Py_None;
    if (grouped && !PyTuple_Check(shifts)) {
        PyErr_SetString(PyExc_TypeError, "shifts must be a tuple or None");
        return -1;
    }
    Py_INCREF(shifts);
    Py_INCREF(targets);
    Py_INCREF(starts);
    self->shifts = shifts;
    self->targets = targets;
    self->starts = starts;
    self->size = PyList_GET_SIZE(targets);
    self->n = (self->size + BITS - 1) / BITS;
    if (!has_room(self->n)) return -1;
    /* A crossing without any step has no group either; then nothing is ever looked up. */
    self->count = grouped ? PyTuple_GET_SIZE(shifts) : 0;
    Py_ssize_t sets = grouped ? self->count : self->size;
    self->shift = PyMem_Calloc(self->count + 1, sizeof(Py_ssize_t));
    self->sets = PyMem_Calloc(sets * self->n + 1, sizeof(uint32_t));
    self->first = PyMem_Calloc(self->n + 1, sizeof(uint32_t));
    if (self->shift == NULL || self->sets == NULL || self->first == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    load(starts, self->first, self->n);
    for (Py_ssize_t i = 0; i < sets; i++) {
        PyObject *set;
        if (grouped) {
            if (!PyArg_ParseTuple(PyTuple_GET_ITEM(shifts, i), "nO", &self->shift[i], &set)) return -1;
        } else {
            set = PyList_GET_ITEM(targets, i);
        }
        if (!is_int(set)) return -1;
        load(set, self->sets + i * self->n, self->n);
    }
    if (grouped && !self->count) self->size = 0;
    return 0;
}

static PyObject *steps_spread(Steps *self, PyObject *mask)
{
    if (!is_int(mask)) return NULL;
    uint32_t set[self->n + 1], out[self->n + 1];
    load(mask, set, self->n);
    memset(out, 0, self->n * sizeof(uint32_t));
    spread(self, set, span_of(set, self->n), out);
    return as_int(out, self->n);
}

static int two_sets(const char *name, PyObject *const *args, Py_ssize_t count, Py_ssize_t wanted)
{
    if (count != wanted) {
        PyErr_Format(PyExc_TypeError, "%s takes %zd arguments", name, wanted);
        return 0;
    }
    return is_int(args[0]) && is_int(args[1]);
}

static PyObject *steps_flood(Steps *self, PyObject *const *args, Py_ssize_t count)
{
    if (!two_sets("flood", args, count, 2)) return NULL;
    Py_ssize_t n = larger(self->n, larger(room_for(args[0]), room_for(args[1])));
    if (!has_room(n)) return NULL;
    uint32_t reached[n + 1], fresh[n + 1], within[n + 1], next[n + 1];
    load(args[0], fresh, n);
    load(args[1], within, n);
    for (Py_ssize_t i = 0; i < n; i++) reached[i] = fresh[i] &= within[i];
    for (;;) {
        Span span = span_of(fresh, n);
        if (span.low == span.high) break;
        memset(next, 0, n * sizeof(uint32_t));
        spread(self, fresh, span, next);
        for (Py_ssize_t i = 0; i < n; i++) {
            fresh[i] = next[i] & within[i] & ~reached[i];
            reached[i] |= fresh[i];
        }
    }
    return as_int(reached, n);
}

static PyObject *steps_rings(Steps *self, PyObject *const *args, Py_ssize_t count)
{
    if (!two_sets("rings", args, count, 3)) return NULL;
    Py_ssize_t most = PyLong_AsSsize_t(args[2]);
    if (most == -1 && PyErr_Occurred()) return NULL;
    Py_ssize_t n = larger(self->n, larger(room_for(args[0]), room_for(args[1])));
    if (!has_room(n)) return NULL;
    uint32_t seen[n + 1], fresh[n + 1], within[n + 1], next[n + 1];
    load(args[0], fresh, n);
    load(args[0], seen, n);
    load(args[1], within, n);
    PyObject *rings = PyList_New(0);
    if (rings == NULL || PyList_Append(rings, args[0]) < 0) goto failed;
    while (most < 0 || PyList_GET_SIZE(rings) <= most) {
        memset(next, 0, n * sizeof(uint32_t));
        spread(self, fresh, span_of(fresh, n), next);
        for (Py_ssize_t i = 0; i < n; i++) {
            fresh[i] = next[i] & within[i] & ~seen[i];
            seen[i] |= fresh[i];
        }
        if (is_empty(fresh, n)) break;
        PyObject *ring = as_int(fresh, n);
        if (ring == NULL) goto failed;
        int done = PyList_Append(rings, ring);
        Py_DECREF(ring);
        if (done < 0) goto failed;
    }
    return rings;
failed:
    Py_XDECREF(rings);
    return NULL;
}

static PyObject *steps_get(Steps *self, void *which)
{
    PyObject *found = which == (void *)0 ? self->shifts : which == (void *)1 ? self->targets : self->starts;
    if (found == NULL) PyErr_SetString(PyExc_AttributeError, "the steps are not made yet");
    Py_XINCREF(found);
    return found;
}

static PyGetSetDef steps_fields[] = {
    {"shifts", (getter)steps_get, NULL, NULL, (void *)0},
    {"targets", (getter)steps_get, NULL, NULL, (void *)1},
    {"starts", (getter)steps_get, NULL, NULL, (void *)2},
    {NULL},
};

static PyMethodDef steps_methods[] = {
    {"spread", (PyCFunction)steps_spread, METH_O, NULL},
    {"flood", (PyCFunction)(void (*)(void))steps_flood, METH_FASTCALL, NULL},
    {"rings", (PyCFunction)(void (*)(void))steps_rings, METH_FASTCALL, NULL},
    {NULL},
};

static PyTypeObject StepsType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "grognard.engine.bits.Steps",
    .tp_basicsize = sizeof(Steps),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)steps_init,
    .tp_dealloc = (destructor)steps_dealloc,
    .tp_getset = steps_fields,
    .tp_methods = steps_methods,
};

/* -- reach -------------------------------------------------------------------------------------- */

#define MOST_COSTS 64

typedef struct {
    Py_ssize_t count;
    Py_ssize_t n; /* digits that the steps need */
    Py_ssize_t cost[MOST_COSTS];
    Steps *steps[MOST_COSTS]; /* own references */
} Costs;

static PyObject *word_ways;

static void drop_costs(Costs *costs)
{
    for (Py_ssize_t i = 0; i < costs->count; i++) Py_DECREF(costs->steps[i]);
    costs->count = 0;
}

static int read_costs(PyObject *listed, Costs *costs)
{
    costs->count = costs->n = 0;
    PyObject *fast = PySequence_Fast(listed, "costs must be a sequence");
    if (fast == NULL) return -1;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(fast);
    if (count > MOST_COSTS) {
        PyErr_Format(PyExc_ValueError, "there are more than %d costs", MOST_COSTS);
        goto failed;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *pair = PySequence_Fast_GET_ITEM(fast, i);
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
            PyErr_SetString(PyExc_TypeError, "each cost is a pair of a number and a crossing");
            goto failed;
        }
        costs->cost[i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(pair, 0));
        if (costs->cost[i] == -1 && PyErr_Occurred()) goto failed;
        if (costs->cost[i] < 1) {
            PyErr_SetString(PyExc_ValueError, "every cost is at least 1");
            goto failed;
        }
        PyObject *ways = PyObject_GetAttr(PyTuple_GET_ITEM(pair, 1), word_ways);
        if (ways == NULL) goto failed;
        if (Py_TYPE(ways) != &StepsType) {
            Py_DECREF(ways);
            PyErr_SetString(PyExc_TypeError, "the ways of a crossing must be Steps");
            goto failed;
        }
        costs->steps[i] = (Steps *)ways;
        costs->count = i + 1;
        costs->n = larger(costs->n, costs->steps[i]->n);
    }
    Py_DECREF(fast);
    return 0;
failed:
    Py_DECREF(fast);
    drop_costs(costs);
    return -1;
}

/* The limits of a field, as sets of n digits. */
typedef struct {
    Py_ssize_t allowance, n;
    uint32_t *ahead;                               /* allowance + 1 sets */
    uint32_t *enter, *halt, *toll, *hold;
    uint32_t *fresh, *leaving, *some, *left;
    int tolled, held;
    Py_ssize_t toll_points, hold_points;
    uint32_t *memory;
} Field;

#define MOST_POINTS 4096

static int open_field(Field *field)
{
    if (!has_room(field->n)) return -1;
    if (field->allowance > MOST_POINTS) {
        PyErr_SetString(PyExc_ValueError, "the allowance is too large");
        return -1;
    }
    Py_ssize_t n = field->n;
    field->memory = PyMem_Calloc((field->allowance + 1 + 8) * n + 1, sizeof(uint32_t));
    if (field->memory == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    field->ahead = field->memory;
    field->enter = field->ahead + (field->allowance + 1) * n;
    field->halt = field->enter + n;
    field->toll = field->halt + n;
    field->hold = field->toll + n;
    field->fresh = field->hold + n;
    field->leaving = field->fresh + n;
    field->some = field->leaving + n;
    field->left = field->some + n;
    return 0;
}

/* enter, halt, toll, toll_points, hold, hold_points: the same in both functions. */
static int read_limits(Field *field, PyObject *enter, PyObject *halt, PyObject *const *rest)
{
    field->toll_points = PyLong_AsSsize_t(rest[1]);
    field->hold_points = PyLong_AsSsize_t(rest[3]);
    if (PyErr_Occurred()) return -1;
    if (field->toll_points < 0 || field->hold_points < 0 || field->hold_points > MOST_POINTS) {
        PyErr_SetString(PyExc_ValueError, "tolls and holds cost a few points");
        return -1;
    }
    load(enter, field->enter, field->n);
    load(halt, field->halt, field->n);
    load(rest[0], field->toll, field->n);
    load(rest[2], field->hold, field->n);
    field->tolled = COUNT(rest[0]) != 0;
    field->held = COUNT(rest[2]) != 0;
    return 0;
}

static void look_ahead(Field *field, const Costs *costs, Py_ssize_t spent, const uint32_t *leaving)
{
    Py_ssize_t n = field->n, most = field->allowance - spent;
    Span span = span_of(leaving, n);
    if (span.low == span.high) return;
    for (Py_ssize_t i = 0; i < costs->count; i++)
        if (costs->cost[i] <= most) spread(costs->steps[i], leaving, span, field->ahead + (spent + costs->cost[i]) * n);
}

/* Notes where steps from `leaving` lead: at once, or after what it costs to leave a place of `hold`. */
static void leave(Field *field, const Costs *costs, Py_ssize_t spent)
{
    uint32_t *leaving = field->leaving, *some = field->some;
    if (!field->held) {
        look_ahead(field, costs, spent, leaving);
        return;
    }
    for (Py_ssize_t i = 0; i < field->n; i++) some[i] = leaving[i] & ~field->hold[i];
    look_ahead(field, costs, spent, some);
    for (Py_ssize_t i = 0; i < field->n; i++) some[i] = leaving[i] & field->hold[i];
    look_ahead(field, costs, spent + field->hold_points, some);
}

/* What is reached for the first time with so many points, into `fresh`. */
static void arrive(Field *field, Py_ssize_t spent)
{
    Py_ssize_t n = field->n;
    const uint32_t *ahead = field->ahead + spent * n;
    const uint32_t *dear = field->tolled && spent >= field->toll_points ? ahead - field->toll_points * n : NULL;
    for (Py_ssize_t i = 0; i < n; i++) {
        uint32_t found = (ahead[i] & ~field->toll[i]) | (dear ? dear[i] & field->toll[i] : 0);
        field->fresh[i] = found & field->left[i];
        field->left[i] ^= field->fresh[i];
    }
}

/* The layers of a field behind the first, which is in `fresh`. */
static int fill_layers(Field *field, const Costs *costs, PyObject *first, PyObject *layers)
{
    Py_ssize_t n = field->n;
    for (Py_ssize_t i = 0; i < n; i++) field->left[i] = field->enter[i] & ~field->fresh[i];
    for (Py_ssize_t spent = 0; spent < field->allowance; spent++) {
        for (Py_ssize_t i = 0; i < n; i++) field->leaving[i] = field->fresh[i] & (spent ? ~field->halt[i] : ONES);
        leave(field, costs, spent);
        if (!spent && first != Py_None) {
            load(first, field->some, n);
            for (Py_ssize_t at = 0; at <= field->allowance; at++)
                for (Py_ssize_t i = 0; i < n; i++) field->ahead[at * n + i] &= field->some[i];
        }
        arrive(field, spent + 1);
        if (put_int(layers, spent + 1, field->fresh, n) < 0) return -1;
    }
    return 0;
}

static int are_ints(PyObject *const *args, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; i++)
        if (!is_int(args[i])) return 0;
    return 1;
}

/* reach(start, allowance, costs, enter, halt, first, toll, toll_points, hold, hold_points) */
static PyObject *bits_reach(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 10) {
        PyErr_SetString(PyExc_TypeError, "reach takes 10 arguments");
        return NULL;
    }
    PyObject *first = args[5];
    if (!are_ints(args + 3, 2) || !are_ints(args + 6, 4) || (first != Py_None && !is_int(first))) return NULL;
    Py_ssize_t start = PyLong_AsSsize_t(args[0]), allowance = PyLong_AsSsize_t(args[1]);
    if (PyErr_Occurred()) return NULL;
    if (start < 0) {
        PyErr_SetString(PyExc_ValueError, "negative shift count");
        return NULL;
    }
    Costs costs;
    if (read_costs(args[2], &costs) < 0) return NULL;
    Field field = {.allowance = larger(allowance, 0), .n = larger(costs.n, start / BITS + 1)};
    PyObject *layers = NULL;
    if (open_field(&field) < 0) goto done;
    if (read_limits(&field, args[3], args[4], args + 6) < 0) goto done;
    layers = PyList_New(field.allowance + 1);
    if (layers == NULL) goto done;

    field.fresh[start / BITS] = 1u << start % BITS;
    if (put_int(layers, 0, field.fresh, field.n) < 0 || fill_layers(&field, &costs, first, layers) < 0) Py_CLEAR(layers);
done:
    drop_costs(&costs);
    PyMem_Free(field.memory);
    return layers;
}

/* last_steps(layers, costs, enter, halt, toll, toll_points, hold, hold_points) */
static PyObject *bits_last_steps(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 8) {
        PyErr_SetString(PyExc_TypeError, "last_steps takes 8 arguments");
        return NULL;
    }
    if (!are_ints(args + 2, 6)) return NULL;
    PyObject *given = PySequence_Fast(args[0], "layers must be a sequence");
    if (given == NULL) return NULL;
    PyObject **layer = PySequence_Fast_ITEMS(given), *found = NULL;
    Py_ssize_t layers = PySequence_Fast_GET_SIZE(given);
    Costs costs;
    if (!are_ints(layer, layers) || read_costs(args[1], &costs) < 0) {
        Py_DECREF(given);
        return NULL;
    }
    Field field = {.allowance = larger(layers - 1, 0), .n = costs.n};
    if (layers == 0) {
        PyErr_SetString(PyExc_IndexError, "a field has at least one layer");
        goto done;
    }
    if (open_field(&field) < 0) goto done;
    if (read_limits(&field, args[2], args[3], args + 4) < 0) goto done;
    found = PyList_New(layers);
    if (found == NULL) goto done;

    for (Py_ssize_t spent = 0; spent < field.allowance; spent++) {
        load(layer[spent], field.leaving, field.n);
        for (Py_ssize_t i = 0; spent && i < field.n; i++) field.leaving[i] &= ~field.halt[i];
        leave(&field, &costs, spent);
    }
    load(layer[0], field.left, field.n);
    for (Py_ssize_t i = 0; i < field.n; i++) field.left[i] = field.enter[i] & ~field.left[i];
    if (put_int(found, 0, field.fresh, field.n) < 0) Py_CLEAR(found);
    for (Py_ssize_t spent = 1; found != NULL && spent <= field.allowance; spent++) {
        arrive(&field, spent);
        if (put_int(found, spent, field.fresh, field.n) < 0) Py_CLEAR(found);
    }
done:
    drop_costs(&costs);
    Py_DECREF(given);
    PyMem_Free(field.memory);
    return found;
}

/* -- fields ------------------------------------------------------------------------------------- */

static PyObject *union_of(PyObject *const *layer, Py_ssize_t count)
{
    Py_ssize_t n = 0;
    if (!are_ints(layer, count)) return NULL;
    for (Py_ssize_t i = 0; i < count; i++) n = larger(n, NEGATIVE(layer[i]) ? MOST_DIGITS + 1 : COUNT(layer[i]));
    if (!has_room(n)) return NULL;
    uint32_t out[n + 1];
    memset(out, 0, n * sizeof(uint32_t));
    for (Py_ssize_t i = 0; i < count; i++) {
        const digit *digits = DIGITS(layer[i]);
        for (Py_ssize_t k = 0; k < COUNT(layer[i]); k++) out[k] |= digits[k];
    }
    return as_int(out, n);
}

/* union(layers) */
static PyObject *bits_union(PyObject *module, PyObject *layers)
{
    PyObject *given = PySequence_Fast(layers, "layers must be a sequence");
    if (given == NULL) return NULL;
    PyObject *found = union_of(PySequence_Fast_ITEMS(given) + 1, PySequence_Fast_GET_SIZE(given) - 1);
    Py_DECREF(given);
    return found;
}

/* The first of some sets that has a place; -1 where none has it, -2 where that cannot be said. */
static Py_ssize_t first_with(PyObject *layers, Py_ssize_t place)
{
    PyObject *given = PySequence_Fast(layers, "layers must be a sequence");
    if (given == NULL) return -2;
    PyObject **layer = PySequence_Fast_ITEMS(given);
    Py_ssize_t count = PySequence_Fast_GET_SIZE(given), found = -1;
    if (!are_ints(layer, count)) found = -2;
    for (Py_ssize_t i = 0; i < count && found == -1; i++)
        if (has(layer[i], place)) found = i;
    Py_DECREF(given);
    return found;
}

static Py_ssize_t read_place(PyObject *number)
{
    Py_ssize_t place = PyLong_AsSsize_t(number);
    if (place < 0 && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "negative shift count");
    return place;
}

/* cost_of(layers, place) */
static PyObject *bits_cost_of(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "cost_of takes 2 arguments");
        return NULL;
    }
    Py_ssize_t place = read_place(args[1]);
    if (place < 0) return NULL;
    Py_ssize_t cost = first_with(args[0], place);
    if (cost == -2) return NULL;
    if (cost == -1) Py_RETURN_NONE;
    return PyLong_FromSsize_t(cost);
}

/* Puts one number into a list at all places of a set that it has room for. */
static void put_at(PyObject *list, PyObject *set, PyObject *number)
{
    const digit *digits = DIGITS(set);
    for (Py_ssize_t i = 0; i < COUNT(set); i++)
        for (uint32_t rest = digits[i]; rest; rest &= rest - 1) {
            Py_ssize_t place = i * BITS + __builtin_ctz(rest);
            if (place < PyList_GET_SIZE(list)) PyList_SetItem(list, place, Py_NewRef(number));
        }
}

static PyObject *costs_by_place(PyObject *const *layer, Py_ssize_t count, Py_ssize_t size, PyObject *beyond)
{
    for (Py_ssize_t i = 0; i < count; i++)
        if (!is_int(layer[i]) || NEGATIVE(layer[i])) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a layer must be a set of places");
            return NULL;
        }
    PyObject *found = PyList_New(size);
    if (found == NULL) return NULL;
    for (Py_ssize_t place = 0; place < size; place++) PyList_SET_ITEM(found, place, Py_NewRef(beyond));
    for (Py_ssize_t cost = count - 1; cost >= 0; cost--) {
        PyObject *number = PyLong_FromSsize_t(cost);
        if (number == NULL) {
            Py_DECREF(found);
            return NULL;
        }
        put_at(found, layer[cost], number);
        Py_DECREF(number);
    }
    return found;
}

/* costs_of(layers, size, beyond) */
static PyObject *bits_costs_of(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "costs_of takes 3 arguments");
        return NULL;
    }
    Py_ssize_t size = read_place(args[1]);
    if (size < 0) return NULL;
    PyObject *given = PySequence_Fast(args[0], "layers must be a sequence");
    if (given == NULL) return NULL;
    PyObject *found = costs_by_place(PySequence_Fast_ITEMS(given), PySequence_Fast_GET_SIZE(given), size, args[2]);
    Py_DECREF(given);
    return found;
}

static PyObject *set_of(PyObject *const *item, Py_ssize_t count)
{
    Py_ssize_t highest = -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t place = read_place(item[i]);
        if (place < 0) return NULL;
        highest = larger(highest, place);
    }
    Py_ssize_t n = highest / BITS + 1;
    if (!has_room(n)) return NULL;
    uint32_t out[n + 1];
    memset(out, 0, n * sizeof(uint32_t));
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t place = PyLong_AsSsize_t(item[i]);
        out[place / BITS] |= 1u << place % BITS;
    }
    return as_int(out, n);
}

/* gather(places) */
static PyObject *bits_gather(PyObject *module, PyObject *places)
{
    PyObject *given = PySequence_Fast(places, "places must be iterable");
    if (given == NULL) return NULL;
    PyObject *found = set_of(PySequence_Fast_ITEMS(given), PySequence_Fast_GET_SIZE(given));
    Py_DECREF(given);
    return found;
}

/* -- ways --------------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    PyObject *layers, *costs, *last, *halt, *first, *toll, *hold;
    Py_ssize_t toll_points, hold_points;
} Ways;

static int ways_init(Ways *self, PyObject *args, PyObject *kwds)
{
    static char *names[] = {"layers", "costs",       "last", "halt",        "first",
                            "toll",   "toll_points", "hold", "hold_points", NULL};
    PyObject *layers, *costs, *last, *halt, *first, *toll, *hold;
    if (self->layers != NULL) {
        PyErr_SetString(PyExc_TypeError, "ways are made once");
        return -1;
    }
    if (!PyArg_ParseTupleAndKeywords(args, kwds, "OOOO!OO!nO!n", names, &layers, &costs, &last, &PyLong_Type, &halt, &first,
                                     &PyLong_Type, &toll, &self->toll_points, &PyLong_Type, &hold, &self->hold_points))
        return -1;
    if (first != Py_None && !is_int(first)) return -1;
    if (last != Py_None && (!PyTuple_Check(last) || PyTuple_GET_SIZE(last) != 2)) {
        PyErr_SetString(PyExc_TypeError, "the last steps are a pair of layers and costs, or None");
        return -1;
    }
    self->layers = PySequence_Fast(layers, "layers must be a sequence");
    if (self->layers == NULL) return -1;
    if (!are_ints(PySequence_Fast_ITEMS(self->layers), PySequence_Fast_GET_SIZE(self->layers))) return -1;
    self->costs = Py_NewRef(costs);
    self->last = Py_NewRef(last);
    self->halt = Py_NewRef(halt);
    self->first = Py_NewRef(first);
    self->toll = Py_NewRef(toll);
    self->hold = Py_NewRef(hold);
    return 0;
}

static void ways_dealloc(Ways *self)
{
    Py_XDECREF(self->layers);
    Py_XDECREF(self->costs);
    Py_XDECREF(self->last);
    Py_XDECREF(self->halt);
    Py_XDECREF(self->first);
    Py_XDECREF(self->toll);
    Py_XDECREF(self->hold);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Whether one step may lead from one place to another, out of the layer of so many points. */
static int may_leave(const Ways *self, Py_ssize_t spent, Py_ssize_t source, int held)
{
    if (!has(PySequence_Fast_GET_ITEM(self->layers, spent), source)) return 0;
    if (spent && has(self->halt, source)) return 0; /* only the start may be left although it is in the halt set */
    return has(self->hold, source) == held;
}

/* The lowest place from which a step leads to this one, out of the layer of so many points; -1 where there is none. */
static Py_ssize_t source_of(const Ways *self, const Steps *steps, Py_ssize_t spent, Py_ssize_t place, int held)
{
    if (spent < 0 || spent >= PySequence_Fast_GET_SIZE(self->layers) || place >= steps->size) return -1;
    if (!spent && self->first != Py_None && !has(self->first, place)) return -1;
    Py_ssize_t found = -1, kinds = steps->count ? steps->count : steps->size;
    for (Py_ssize_t i = 0; i < kinds; i++) {
        const uint32_t *set = steps->sets + i * steps->n;
        Py_ssize_t source = steps->count ? place - steps->shift[i] : i, at = steps->count ? source : place;
        if (source < 0 || source >= steps->size || (found >= 0 && source > found)) continue;
        if (set[at / BITS] >> at % BITS & 1 && may_leave(self, spent, source, held)) found = source;
    }
    return found;
}

/* Goes one cheapest step back. */
static int step_back(const Ways *self, const Costs *costs, Py_ssize_t *spent, Py_ssize_t *place)
{
    Py_ssize_t more = has(self->toll, *place) ? self->toll_points : 0;
    for (Py_ssize_t i = 0; i < costs->count; i++) {
        Py_ssize_t cost = *spent - costs->cost[i] - more;
        if (cost < 0) continue;
        Py_ssize_t source = source_of(self, costs->steps[i], cost, *place, 0);
        if (source < 0 && COUNT(self->hold)) {
            cost -= self->hold_points;
            source = source_of(self, costs->steps[i], cost, *place, 1);
        }
        if (source >= 0) {
            *spent = cost;
            *place = source;
            return 0;
        }
    }
    PyErr_SetString(PyExc_AssertionError, "a place of a field has a way to it");
    return -1;
}

/* Goes back to the start, or only one step; the places are put into `steps`, the last one first. */
static int walk_back(const Ways *self, PyObject *listed, Py_ssize_t *spent, Py_ssize_t *place, PyObject *steps, int once)
{
    Costs costs;
    if (read_costs(listed, &costs) < 0) return -1;
    int done = 0;
    while (*spent > 0 && !done) {
        PyObject *number = PyLong_FromSsize_t(*place);
        done = number == NULL || PyList_Append(steps, number) < 0 || step_back(self, &costs, spent, place) < 0 ? -1 : once;
        Py_XDECREF(number);
    }
    drop_costs(&costs);
    return done;
}

static PyObject *ways_to(Ways *self, PyObject *target)
{
    Py_ssize_t place = read_place(target), ending = -1;
    if (place < 0) return NULL;
    Py_ssize_t spent = first_with(self->layers, place);
    if (self->last != Py_None) ending = first_with(PyTuple_GET_ITEM(self->last, 0), place);
    if (spent == -2 || ending == -2) return NULL;
    PyObject *steps = PyList_New(0), *found = NULL;
    if (steps == NULL) return NULL;
    if (ending >= 0 && (spent < 0 || ending < spent)) {
        spent = ending;
        if (walk_back(self, PyTuple_GET_ITEM(self->last, 1), &spent, &place, steps, 1) < 0) goto done;
    }
    if (walk_back(self, self->costs, &spent, &place, steps, 0) < 0 || PyList_Reverse(steps) < 0) goto done;
    found = PyList_AsTuple(steps);
done:
    Py_DECREF(steps);
    return found;
}

static PyMemberDef ways_fields[] = {
    {"layers", T_OBJECT, offsetof(Ways, layers), READONLY, NULL},
    {"costs", T_OBJECT, offsetof(Ways, costs), READONLY, NULL},
    {"last", T_OBJECT, offsetof(Ways, last), READONLY, NULL},
    {NULL},
};

static PyMethodDef ways_methods[] = {
    {"to", (PyCFunction)ways_to, METH_O, NULL},
    {NULL},
};

static PyTypeObject WaysType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "grognard.engine.bits.Ways",
    .tp_basicsize = sizeof(Ways),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)ways_init,
    .tp_dealloc = (destructor)ways_dealloc,
    .tp_members = ways_fields,
    .tp_methods = ways_methods,
};

/* -- things by place ---------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    PyObject *things;
} ByPlace;

static int by_place_init(ByPlace *self, PyObject *args, PyObject *kwds)
{
    static char *names[] = {"things", NULL};
    PyObject *things;
    if (!PyArg_ParseTupleAndKeywords(args, kwds, "O", names, &things)) return -1;
    PyObject *fast = PySequence_Fast(things, "things must be a sequence");
    if (fast == NULL) return -1;
    Py_XSETREF(self->things, fast);
    return 0;
}

static PyObject *by_place_of(ByPlace *self, PyObject *mask)
{
    if (!is_int(mask)) return NULL;
    if (NEGATIVE(mask) || self->things == NULL) {
        PyErr_SetString(PyExc_ValueError, "there is no such set of things");
        return NULL;
    }
    Py_ssize_t digits = COUNT(mask), members = 0, known = PySequence_Fast_GET_SIZE(self->things);
    const digit *set = DIGITS(mask);
    for (Py_ssize_t i = 0; i < digits; i++) members += __builtin_popcount(set[i]);
    PyObject *found = PyList_New(members), **things = PySequence_Fast_ITEMS(self->things);
    if (found == NULL) return NULL;
    Py_ssize_t at = 0;
    for (Py_ssize_t i = 0; i < digits; i++)
        for (uint32_t rest = set[i]; rest; rest &= rest - 1) {
            Py_ssize_t place = i * BITS + __builtin_ctz(rest);
            if (place >= known) {
                Py_DECREF(found);
                PyErr_SetString(PyExc_IndexError, "there is nothing for so high a place");
                return NULL;
            }
            Py_INCREF(things[place]);
            PyList_SET_ITEM(found, at++, things[place]);
        }
    return found;
}

static PyObject *by_place_things(ByPlace *self, void *unused)
{
    if (self->things == NULL) PyErr_SetString(PyExc_AttributeError, "there are no things yet");
    Py_XINCREF(self->things);
    return self->things;
}

static int by_place_traverse(ByPlace *self, visitproc visit, void *arg)
{
    Py_VISIT(self->things);
    return 0;
}

static int by_place_clear(ByPlace *self)
{
    Py_CLEAR(self->things);
    return 0;
}

static void by_place_dealloc(ByPlace *self)
{
    PyObject_GC_UnTrack(self);
    by_place_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyGetSetDef by_place_fields[] = {{"things", (getter)by_place_things, NULL, NULL, NULL}, {NULL}};

static PyMethodDef by_place_methods[] = {
    {"of", (PyCFunction)by_place_of, METH_O, NULL},
    {"__class_getitem__", (PyCFunction)Py_GenericAlias, METH_O | METH_CLASS, NULL},
    {NULL},
};

static PyTypeObject ByPlaceType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "grognard.engine.bits.ByPlace",
    .tp_basicsize = sizeof(ByPlace),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)by_place_init,
    .tp_traverse = (traverseproc)by_place_traverse,
    .tp_clear = (inquiry)by_place_clear,
    .tp_dealloc = (destructor)by_place_dealloc,
    .tp_getset = by_place_fields,
    .tp_methods = by_place_methods,
};

/* -- the module --------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"reach", (PyCFunction)(void (*)(void))bits_reach, METH_FASTCALL, NULL},
    {"last_steps", (PyCFunction)(void (*)(void))bits_last_steps, METH_FASTCALL, NULL},
    {"union", bits_union, METH_O, NULL},
    {"cost_of", (PyCFunction)(void (*)(void))bits_cost_of, METH_FASTCALL, NULL},
    {"costs_of", (PyCFunction)(void (*)(void))bits_costs_of, METH_FASTCALL, NULL},
    {"gather", bits_gather, METH_O, NULL},
    {NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "grognard.engine.bits",
    .m_doc = "The innermost loops; see bits.py.",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit_bits(void)
{
    word_ways = PyUnicode_InternFromString("ways");
    PyObject *module = word_ways ? PyModule_Create(&definition) : NULL;
    if (module == NULL || PyModule_AddType(module, &StepsType) < 0 || PyModule_AddType(module, &ByPlaceType) < 0 ||
        PyModule_AddType(module, &WaysType) < 0) {
        Py_XDECREF(module);
        return NULL;
    }
    return module;
}
