/* The method __next__ of a generator's class: its statements, cut into blocks where they yield. */
#include "kept.h"

#include <string.h>

/* ---- variables and jumps */

/* A new empty list for a variable, of its type. */
static struct expr *empty(struct machine *m, const char *name) {
    bool known = false;
    for (int i = 0; i < m->empties.n; ++i) {
        known = known || m->empties.item[i] == name;
    }
    if (!known) {
        vec_push(m->g.arena, &m->empties, name);
    }
    return node_method_call(&m->g, kept_field(m, kept_empty_of(m, name)), "copy", NULL);
}

/* The variable of the name is bound. */
static void put(struct machine *m, const char *name, struct expr *value, node_list *out) {
    const char *item = value->kind == EXPR_NAME ? value->name.name : node_fresh(&m->g, name);
    if (value->kind != EXPR_NAME || kept_is_variable(m, item)) {
        item = node_fresh(&m->g, name);
        kept_add(m, out, kept_assign(m, kept_name(m, item), value));
    }
    kept_act(m, node_method_call(&m->g, kept_field(m, name), "clear", NULL), out);
    kept_act(m, node_method_call(&m->g, kept_field(m, name), "append", kept_name(m, item)), out);
}

/* self.state = block; continue */
static void go(struct machine *m, node_list *out, int block) {
    kept_add(m, out, kept_assign(m, kept_field(m, m->state), kept_number(m, block)));
    kept_add(m, out, kept_stmt(m, STMT_CONTINUE));
}

/* ---- statements that stay */

/* A target in which names stand for the generator's variables, which are put behind it. */
static struct expr *target_of(struct machine *m, const struct expr *e, node_list *behind) {
    if (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) {
        struct expr *to = sugar_new(&m->g, e->kind, e->span);
        to->list.n = e->list.n;
        to->list.item = ARENA_ARRAY(m->g.arena, struct expr *, e->list.n);
        for (int i = 0; i < e->list.n; ++i) {
            to->list.item[i] = target_of(m, e->list.item[i], behind);
        }
        return to;
    }
    if (e->kind == EXPR_NAME && kept_is_variable(m, e->name.name)) {
        const char *name = node_fresh(&m->g, e->name.name);
        put(m, e->name.name, kept_name(m, name), behind);
        return kept_name(m, name);
    }
    m->failed = m->failed || (e->kind == EXPR_UNSUPPORTED);
    return kept_copied(m, e);
}

static struct block plain_block(struct machine *m, const struct block *b, bool inner);

static void plain_assign(struct machine *m, const struct stmt *s, node_list *out) {
    const struct expr *to = s->assign.target[0];
    if (!s->assign.value) {
        return;
    }
    if (s->assign.n == 1 && to->kind == EXPR_NAME && kept_is_variable(m, to->name.name)) {
        bool none = s->assign.value->kind == EXPR_LIST && s->assign.value->list.n == 0;
        put(m, to->name.name, none ? empty(m, to->name.name) : kept_copied(m, s->assign.value),
            out);
        return;
    }
    node_list behind = {0};
    struct stmt *all = kept_stmt(m, STMT_ASSIGN);
    *all = *s;
    all->assign.value = kept_copied(m, s->assign.value);
    all->assign.target = ARENA_ARRAY(m->g.arena, struct expr *, s->assign.n);
    for (int i = 0; i < s->assign.n; ++i) {
        all->assign.target[i] = target_of(m, s->assign.target[i], &behind);
    }
    kept_add(m, out, all);
    node_add(&m->g, out, node_block(&behind));
}

static void plain_loop(struct machine *m, const struct stmt *s, bool inner, node_list *out) {
    struct stmt *to = kept_stmt(m, s->kind);
    *to = *s;
    if (s->kind == STMT_WHILE) {
        to->while_.cond = kept_copied(m, s->while_.cond);
        to->while_.body = plain_block(m, &s->while_.body, true);
        to->while_.els = plain_block(m, &s->while_.els, inner);
    } else {
        node_list body = {0};
        to->for_.iter = kept_copied(m, s->for_.iter);
        to->for_.target = target_of(m, s->for_.target, &body);
        node_add(&m->g, &body, plain_block(m, &s->for_.body, true));
        to->for_.body = node_block(&body);
        to->for_.els = plain_block(m, &s->for_.els, inner);
    }
    kept_add(m, out, to);
}

/* inner: jumps are those of a loop that stays. A return, or a jump of a loop that is cut, inside of
 * one that stays could not go on with the loop of states. */
static void plain_stmt(struct machine *m, const struct stmt *s, bool inner, node_list *out) {
    struct stmt *to;
    switch (s->kind) {
    case STMT_RETURN:
        kept_end(m, out);
        break;
    case STMT_BREAK:
    case STMT_CONTINUE:
        if (inner) {
            kept_add(m, out, kept_stmt(m, s->kind));
        } else {
            go(m, out, s->kind == STMT_BREAK ? m->leave : m->next);
        }
        break;
    case STMT_ASSIGN:
        plain_assign(m, s, out);
        break;
    case STMT_IF:
        m->failed = m->failed || s->if_.guard;
        to = kept_stmt(m, STMT_IF);
        to->if_.cond = kept_copied(m, s->if_.cond);
        to->if_.then = plain_block(m, &s->if_.then, inner);
        to->if_.els = plain_block(m, &s->if_.els, inner);
        kept_add(m, out, to);
        break;
    case STMT_WHILE:
    case STMT_FOR:
        plain_loop(m, s, inner, out);
        break;
    case STMT_EXPR:
    case STMT_AUGASSIGN:
    case STMT_ASSERT:
    case STMT_RAISE:
    case STMT_PASS:
        kept_add(m, out, copy_stmt(&m->copy, s));
        break;
    default:
        m->failed = true;
        break;
    }
}

static struct block plain_block(struct machine *m, const struct block *b, bool inner) {
    node_list out = {0};
    for (int i = 0; i < b->n; ++i) {
        plain_stmt(m, b->item[i], inner, &out);
    }
    return node_block(&out);
}

/* ---- statements that are cut */

int kept_new_block(struct machine *m) {
    vec_push(m->g.arena, &m->blocks, (node_list){0});
    return m->blocks.n - 1;
}

node_list *kept_here(struct machine *m) {
    return &m->blocks.item[m->at];
}

void kept_cut(struct machine *m, const struct block *b);

static void go_to(struct machine *m, int block) {
    go(m, kept_here(m), block);
}

/* What the cond is says which block comes next. */
static void branch(struct machine *m, struct expr *cond, int then, int els) {
    struct stmt *s = kept_stmt(m, STMT_IF);
    node_list yes = {0}, no = {0};
    go(m, &yes, then);
    go(m, &no, els);
    s->if_.cond = cond;
    s->if_.then = node_block(&yes);
    s->if_.els = node_block(&no);
    kept_add(m, kept_here(m), s);
}

static void cut_if(struct machine *m, const struct stmt *s) {
    int then = kept_new_block(m), els = kept_new_block(m), behind = kept_new_block(m);
    m->failed = m->failed || s->if_.guard;
    branch(m, kept_copied(m, s->if_.cond), then, els);
    m->at = then;
    kept_cut(m, &s->if_.then);
    go_to(m, behind);
    m->at = els;
    kept_cut(m, &s->if_.els);
    go_to(m, behind);
    m->at = behind;
}

/* The body of a loop whose head is a block, and what comes when it has ended. */
static void cut_body(struct machine *m, int head, int els, const struct block *body,
                     const struct block *rest) {
    int next = m->next, leave = m->leave, behind = kept_new_block(m);
    m->next = head;
    m->leave = behind;
    kept_cut(m, body);
    go_to(m, head);
    m->next = next;
    m->leave = leave;
    m->at = els;
    kept_cut(m, rest);
    go_to(m, behind);
    m->at = behind;
}

static void cut_while(struct machine *m, const struct stmt *s) {
    int head = kept_new_block(m), body = kept_new_block(m), els = kept_new_block(m);
    go_to(m, head);
    m->at = head;
    branch(m, kept_copied(m, s->while_.cond), body, els);
    m->at = body;
    cut_body(m, head, els, &s->while_.body, &s->while_.els);
}

static void cut_for(struct machine *m, const struct stmt *s) {
    int head = kept_new_block(m), els = kept_new_block(m);
    const char *it = node_fresh(&m->g, "iter"), *item = node_fresh(&m->g, "item");
    vec_push(m->g.arena, &m->fields, it);
    put(m, it, kept_iterator(m, s->for_.iter), kept_here(m));
    go_to(m, head);
    m->at = head;
    node_list ends = {0};
    go(m, &ends, els);
    kept_add(m, kept_here(m), node_take(&m->g, kept_variable(m, it), item, node_block(&ends)));
    node_list behind = {0};
    kept_add(m, kept_here(m),
             kept_assign(m, target_of(m, s->for_.target, &behind), kept_name(m, item)));
    node_add(&m->g, kept_here(m), node_block(&behind));
    cut_body(m, head, els, &s->for_.body, &s->for_.els);
}

static void cut_yield(struct machine *m, const struct expr *yield) {
    int next = kept_new_block(m);
    struct stmt *s = kept_stmt(m, STMT_RETURN);
    const char *item = node_fresh(&m->g, "item");
    s->expr = kept_name(m, item);
    struct expr *value =
        yield->value ? kept_copied(m, yield->value) : sugar_new(&m->g, EXPR_NONE, m->span);
    kept_add(m, kept_here(m), kept_assign(m, kept_name(m, item), value));
    kept_add(m, kept_here(m), kept_assign(m, kept_field(m, m->state), kept_number(m, next)));
    kept_add(m, kept_here(m), s);
    m->at = next;
}

/* Is there a return, or a jump of the loop around, inside of a loop that stays? */
bool kept_leaves_loop(const struct block *b, bool looped) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        bool found = s->kind == STMT_RETURN && looped;
        found = found || (s->kind == STMT_IF && (kept_leaves_loop(&s->if_.then, looped) ||
                                                 kept_leaves_loop(&s->if_.els, looped)));
        struct block one = {1, &b->item[i]};
        bool stays = resolve_count_yields(&one) == 0;
        found = found || (s->kind == STMT_WHILE && kept_leaves_loop(&s->while_.body, stays));
        found = found || (s->kind == STMT_FOR && kept_leaves_loop(&s->for_.body, stays));
        if (found) {
            return true;
        }
    }
    return false;
}

void kept_cut(struct machine *m, const struct block *b) {
    for (int i = 0; i < b->n && !m->failed; ++i) {
        const struct stmt *s = b->item[i];
        struct block one = {1, &b->item[i]};
        const struct expr *yield = resolve_yielded(s);
        bool cut = resolve_count_yields(&one) > 0;
        if (yield) {
            cut_yield(m, yield);
        } else if (cut && s->kind == STMT_IF) {
            cut_if(m, s);
        } else if (cut && s->kind == STMT_WHILE) {
            cut_while(m, s);
        } else if (cut && s->kind == STMT_FOR) {
            cut_for(m, s);
        } else {
            m->failed = m->failed || cut;
            plain_stmt(m, s, false, kept_here(m));
        }
    }
}

/* if self.state == 0: ... elif self.state == 1: ... else: raise StopIteration */
struct stmt *kept_states(struct machine *m) {
    node_list last = {0};
    kept_end(m, &last);
    struct block els = node_block(&last);
    for (int i = m->blocks.n - 1; i >= 0; --i) {
        struct stmt *s = kept_stmt(m, STMT_IF);
        struct expr *is = sugar_new(&m->g, EXPR_COMPARE, m->span);
        node_list body = {0}, one = {0};
        is->compare.n = 1;
        is->compare.op = ARENA_ARRAY(m->g.arena, enum op, 1);
        is->compare.op[0] = OP_EQ;
        is->compare.item = ARENA_ARRAY(m->g.arena, struct expr *, 2);
        is->compare.item[0] = kept_field(m, m->state);
        is->compare.item[1] = kept_number(m, i);
        kept_add(m, &body, kept_assign(m, kept_field(m, m->state), kept_number(m, KEPT_ENDED)));
        node_add(&m->g, &body, node_block(&m->blocks.item[i]));
        s->if_.cond = is;
        s->if_.then = node_block(&body);
        s->if_.els = els;
        kept_add(m, &one, s);
        els = node_block(&one);
    }
    return els.item[0];
}
