/* The names that statements bind in their function. */
#include "webs_bound.h"

void webs_bound_target(const struct expr *target, webs_see *see, void *context) {
    bool several = target->kind == EXPR_TUPLE || target->kind == EXPR_LIST;
    for (int i = 0; several && i < target->list.n; ++i) {
        webs_bound_target(target->list.item[i], see, context);
    }
    if (target->kind == EXPR_NAME) {
        see(context, target->name.name, false);
    }
}

static void bound_stmt(const struct stmt *s, webs_see *see, void *context) {
    switch (s->kind) {
    case STMT_ASSIGN:
        for (int i = 0; i < s->assign.n; ++i) {
            webs_bound_target(s->assign.target[i], see, context);
        }
        break;
    case STMT_AUGASSIGN:
        webs_bound_target(s->aug.target, see, context);
        break;
    case STMT_DEL:
        webs_bound_target(s->expr, see, context);
        break;
    case STMT_IF:
        webs_bound_block(&s->if_.then, see, context);
        webs_bound_block(&s->if_.els, see, context);
        break;
    case STMT_WHILE:
        webs_bound_block(&s->while_.body, see, context);
        webs_bound_block(&s->while_.els, see, context);
        break;
    case STMT_FOR:
        webs_bound_target(s->for_.target, see, context);
        webs_bound_block(&s->for_.body, see, context);
        webs_bound_block(&s->for_.els, see, context);
        break;
    case STMT_DEF:
        see(context, s->def->name, true);
        break;
    default:
        break;
    }
}

void webs_bound_block(const struct block *b, webs_see *see, void *context) {
    for (int i = 0; i < b->n; ++i) {
        bound_stmt(b->item[i], see, context);
    }
}
