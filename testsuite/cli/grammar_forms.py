"""Forms of Python's grammar for test_grammar.py: VALID ones stand in an async function, INVALID ones in a line each."""

VALID = r"""
match x:
    case 1: pass
match x:
    case [a, *b] if a > 1: pass
    case {"k": v, **r}: pass
    case A.B | C(d=1): pass
    case -1 | 1+2j | None | "s" "t": pass
    case (1 as b): pass
    case _: pass
match [x]:
    case [a, *_]: pass
match[*x, [y]].real:
    case (a, b): pass
match x, y:
    case 1, 2: pass
match *x, y:
    case _: pass
match (x):
    case (1): pass
match = 1
match[1] = 2
match(x)
match.x = 3
print(match)
match -x:
    case 1: pass
match, case = 1, 2
case(x)
type = 3
type(x)
type(x).attr = 1
type(x)[0] = 1
type[x] = 1
type, z = 1, 2
type: int = 3
print >> x
print
exec = 3
_ = 1
f"{x!r:>{y}}"
f"{f'{1}'}"
f"{x:{y}.{y}}"
f'{x=}'
f'{x = !r}'
f"{{}}"
f"{'a' 'b'}"
f"{x:%Y-%m-%d}"
f"{(lambda x: 1)}"
f"{x:=5}"
f"{(z:=5)}"
f"{*x, 1}"
f"{x!r}" "b" rf'c\{x}'
f"\N{EM DASH} {x}"
"\N{EM DASH}"
b"\x00" B'' Rb'' BR""
u"x"
(z := 1)
if (n := len(x)) > 1: pass
[z := 1, z**2]
f(z := 1)
x[z := 1]
x[a:=1, b:=2]
{z := 1}
while z := f(): pass
[z for v in y if (z := v)]
a, *b = x
*a, = x
[*a, b] = x
for *a, b in x: pass
print(*a, **b)
f(*a, b, *c, d=1, **e)
f(*a or b, *c if d else e)
x[*a]
x[*a, b]
x[*f(1)]
[*f(1)]
[*x[1].y, *x + y]
z = *x, y
return
z = await x ** 2
await x
[await v for v in x]
[v async for v in x]
async for v in x: pass
async with x as v, y: pass
for v in *x, y: pass
for v in *(x, 1), *[y], *"abc": pass
a = b = 1, *(x, y), *{x}
a += *(x, 1), 2
a = yield *[1], 3
a: int = *(x, 1), 3; b = 3, *[1]
for v in x, y: pass
else: pass
with (x as a, y as b): pass
with (x as a): pass
with (x as a,): pass
with (x, y): pass
with (x, y) as z: pass
with (yield): pass
with x as a, y as (b, c): pass
with x as a.b, y as c[1]: pass
try: pass
except: pass
try: pass
except (A, B): pass
except C as e: pass
else: pass
finally: pass
try: pass
except* A: pass
except *B as e: pass
try: pass
finally: pass
x: int
x.y: int = 3
x[0]: f64[:, ::1] = 3
(x): int = 3
z: "a" = lambda v: v
z: x if y else (yield) = 1
z = lambda: (yield)
lambda a, /, b, *, c=1, **d: 1
lambda *a, b: 1
lambda: 1 if x else 2
x if y else lambda: 1
def g(a, /, b: int = 3, *c: f64[:, ::1], d=lambda e: e, **k) -> f64[:, :]: pass
def g(*, a, b=1): pass
def g(a=1, *, b): pass
def g(*a: *Ts): pass
def g(a: "x[:" = 3): pass
class A(B, *c, m=1, **d): pass
class A: x: int = 3; y = 4
@x.y(1)[2]
def g(): pass
@(lambda f: f)
class A: pass
global a, b
del x, (y, [z])
del x[0], y.z
assert x, y
raise x from y
raise
import a.b.c as d, e
from . import a
from ...a.b import (c as d, e,)
x = y = z = 1
x += yield y
x @= y
x >>= y; y <<= x; z //= 1; z **= 2; z ^= 1; z &= 2; z |= 3
a & b ^ c | d
a ^ b & c
not a in b
a < b is not c not in d != e
-x ** -y
~-+x
1if x else 2
0x1F.real
1.5e-100.hex()
1..real
1 .real
1_000j + 0xFF_FF + 0b1_0 + 0o17 + 00 + .5
x[::1, :2:, 1:, ...]
x[1,]
{**x, 'a': 1, **y}
{1, *x, }
{k: v for k, v in x}
{v for v in x}
(v for v in x if v if v for u in v)
f(v for v in x)
[v for v, in x]
[lambda: v for v in x]
()
(x,)
((((x))))
[[], [[]], (), {}]
x = (
    1,  # one

    2)
x = 1 + \
    2
if x:
    pass
elif y: pass
else:
    pass
while x:
    if y: continue
    break
else: pass
""".strip("\n")


def _split(text: str) -> list[str]:
    """At lines that go on with none before them: neither indented, nor clauses, nor behind a decorator or bracket."""
    forms: list[str] = []
    for line in text.split("\n"):
        goes_on = line.startswith((" ", "elif", "else", "except", "finally")) or not line
        if forms and (goes_on or forms[-1].startswith("@") and "\n" not in forms[-1]):
            forms[-1] += "\n" + line
        else:
            forms.append(line)
    return forms


VALID = _split(VALID)

INVALID = [line for line in """
x = = 1
1 = x
f() = 1
None = 1
x + 1 = 2
(x, 1) = y
x + 1 += 2
(x, y) += 1
[x] += 1
(x, y): int
x, y: int
x: int, y: int
x: int: 3
x: = 3
x: 1 2
x: f64[:, ::1 2]
x: yield
x: y := 3
x = y: int
x = y += 1
x: int = y = 1
a = yield = 1
(yield) = 1
a.3
x y
print x
exec x
x = 1 2
x = [1, 2 3]
x = {1: 2 3: 4}
{**a if b else c}
{**a, 'b'}
{1: 2, 3}
{a: *b}
{a := 1: 2}
[*a if b else c]
[x for x in a if b else c]
[x for x in 1, 2]
[x for x in lambda: y]
[*x for x in y]
f(x for x in y, 1)
f(1, x for x in y)
f(**a, *b)
f(**a, b)
f(a=1, b)
f(a.b=1)
f(a+b=1)
f(a = b := 1)
f((*a))
(*a)
(a, yield)
x = a, yield
x = 1 if 2 else *a
x = 1 if 2
x = 1 if lambda: 2 else 3
not lambda: 1
a or lambda: 1
-lambda: 1
a <> b
a + * b
a * * b
del *a
del (*a,)
del f()
del
raise a, b
raise from a
assert a, b, c
assert a := 1
x := 1
x = y := 1
lambda: x := 1
return = 1
import
import a,
import a.b as c.d
from x import
from x import a,
from x import a.b
from x import (a
async x
await
await -x
await await x
global
global x.y
x.None = 1
x.class
class class: pass
def None(): pass
def f(a b): pass
def f(a, (b, c)): pass
def f(*): pass
def f(*, **k): pass
def f(*a, *b): pass
def f(*a=1): pass
def f(**k=1): pass
def f(**k, a): pass
def f(a=1, b): pass
def f(a, /, b, /): pass
def f(/, a): pass
def f(x: *a): pass
def f(x: a b): pass
def f(x) -> : pass
def f(x) -> a b: pass
lambda *: 1
lambda a=1, b: 1
lambda a b: 1
if *a: pass
if x = 1: pass
if x
while : pass
for x y: pass
for f() in y: pass
for x in : pass
with a as: pass
with a as f(): pass
with a as b as c: pass
x = (a as b)
class A(x for x in y): pass
'a' b'b'
x[1:2:3:4]
x[*a:b]
x[a:=1:2]
x[]
x.
x +
x = (1, 2
x = 1)
x = (1]
x = 'abc
x = 0777
x = 1_
x = 0b12
x = 1abc
x = 10L
x = $
x = a ? b
else: pass
finally: pass
f'{x'
f'{}'
f'{a b}'
""".strip().split("\n")]

#: Python 3.12 reads the first eleven, earlier ones do not; both read the last, or refuse them.
NEWER = [form.replace("~", "\n") for form in r"""
f'{x['a']}'
f'{1:d} {'a'}'
f"{'\n'}"
'a' f'{'b'}'
f"{f'{f"{1}"}'}"
f'''{1 # c~}'''
type X = int
type X[T] = list[T]
def f[T](x: T) -> T: pass
class C[T]: pass
f'{x:{y:{z}}}'
f'{x:{y:{z:{w}}}}'
f'{x!z}'
f'{"#"} {x!r:\x20>{y}} {x!s} {x!a}'
f'''{~1}{"a"}'''
""".strip().split("\n")]

#: Mistakes that people make, each alone: where, and in which words, they are refused.
MISTAKES = [
    ("x = (1 + 2", "1:5 '(' was never closed"),
    ("x = [1, 2", "1:5 '[' was never closed"),
    ("x = {1: 2", "1:5 '{' was never closed"),
    ("x = 1)", "1:6 unmatched ')'"),
    ("x = (1]", "1:7 closing ']' does not match opening '('"),
    ("x = 1 +", "1:8 expected an expression"),
    ("x = 1 + * 2", "1:9 expected an expression before '*'"),
    ("x = 1 2", "1:7 expected an operator or the end of the line before '2'"),
    ("x = a b", "1:7 expected an operator or the end of the line before 'b'"),
    ("x == = 1", "1:6 expected an expression before '='"),
    ("1 = x", "1:1 cannot assign to a literal"),
    ("f(x) = 1", "1:1 cannot assign to a function call"),
    ("a + b = 1", "1:1 cannot assign to an expression"),
    ("None = 1", "1:1 cannot assign to None"),
    ("\"s\" = 1", "1:1 cannot assign to a literal"),
    ("x + 1 += 2", "1:1 an expression cannot be the target of an augmented assignment"),
    ("if x = 1: pass", "1:6 expected ':' before '='"),
    ("if x pass", "1:6 expected ':' before 'pass'"),
    ("if x\n    pass", "1:5 expected ':'"),
    ("while x\n    pass", "1:8 expected ':'"),
    ("for x range(3): pass", "1:7 expected 'in' before 'range'"),
    ("for x in: pass", "1:9 expected an expression before ':'"),
    ("def f(a b): pass", "1:9 expected ',' or ')' before 'b'"),
    ("def f(: pass", "1:6 '(' was never closed"),
    ("def f(a, a=, b): pass", "1:12 expected an expression before ','"),
    ("def f(a=1, b): pass", "1:12 parameter without a default follows one with a default"),
    ("def (a): pass", "1:5 expected a name before '('"),
    ("def f(a)\n    pass", "1:9 expected ':'"),
    ("def f(1): pass", "1:7 expected a name before '1'"),
    ("class : pass", "1:7 expected a name before ':'"),
    ("class C\n    pass", "1:8 expected ':'"),
    ("import", "1:7 expected a name"),
    ("import a b", "1:10 expected an operator or the end of the line before 'b'"),
    ("from x import", "1:14 expected a name"),
    ("from import y", "1:13 expected 'import' before 'y'"),
    ("from x y", "1:8 expected 'import' before 'y'"),
    ("x = a if b", "1:11 expected 'else'"),
    ("x = a if b else", "1:16 expected an expression"),
    ("x = lambda a b: 1", "1:14 expected an operator or the end of the line before 'b'"),
    ("x = lambda: ", "1:12 expected an expression"),
    ("print x", "1:1 missing parentheses in call to 'print'"),
    ("exec x", "1:1 missing parentheses in call to 'exec'"),
    ("x = 'abc", "1:5 unterminated string"),
    ("x = \"\"\"abc", "1:5 unterminated triple-quoted string"),
    ("x = 0777", "1:5 leading zeros in decimal integer literals are not permitted"),
    ("x = 10L", "1:5 invalid decimal literal"),
    ("x = 1a", "1:5 invalid decimal literal"),
    ("x = 0xg", "1:5 invalid digits in a number"),
    ("x = 1__0", "1:5 invalid decimal literal"),
    ("x = a.", "1:7 expected a name"),
    ("x = a.1", "1:6 expected a name before '.1'"),
    ("x = a..b", "1:7 expected a name before '.'"),
    ("x = f(a=1, 2)", "1:12 positional argument follows keyword argument"),
    ("x = f(a b)", "1:9 expected ',' or ')' before 'b'"),
    ("x = f(**a, *b)", "1:12 iterable argument unpacking follows keyword argument unpacking"),
    ("x = f(1=2)", "1:7 expression cannot be the name of a keyword argument"),
    ("x = a[1 2]", "1:9 expected ',' or ']' before '2'"),
    ("x = a[]", "1:7 expected an expression before ']'"),
    ("x = {1: 2, 3}", "1:13 expected ',' or '}' before '}'"),
    ("x = [a for a]", "1:13 expected 'in' before ']'"),
    ("x = [a for a in]", "1:16 expected an expression before ']'"),
    ("x = not", "1:8 expected an expression"),
    ("x = a not b", "1:11 expected 'in' before 'b'"),
    ("x = a is", "1:9 expected an expression"),
    ("x = yield = 1", "1:5 cannot assign to an expression"),
    ("else: pass", "1:1 'else' without what it belongs to"),
    ("elif x: pass", "1:1 'elif' without what it belongs to"),
    ("except: pass", "1:1 'except' without what it belongs to"),
    ("finally: pass", "1:1 'finally' without what it belongs to"),
    ("try: pass", "1:1 'try' without 'except' or 'finally'"),
    ("try:\n    pass\nx = 1", "1:1 'try' without 'except' or 'finally'"),
    ("if x:\npass", "2:1 expected an indented block after 'if' on line 1"),
    ("x = 1\n    y = 2", "2:5 unexpected indentation"),
    ("@f", "1:3 expected 'def' or 'class' behind a decorator"),
    ("@f\nx = 1", "2:1 expected 'def' or 'class' behind a decorator before 'x'"),
    ("del f()", "1:5 cannot delete a function call"),
    ("global x.y", "1:9 expected an operator or the end of the line before '.'"),
    ("assert", "1:7 expected an expression"),
    ("raise x, y", "1:8 expected an operator or the end of the line before ','"),
    ("x ? y", "1:3 invalid character '?'"),
    ("x = a $ b", "1:7 invalid character '$'"),
    ("x = “a”", "1:5 invalid character '“' (U+201C)"),
    ("x++", "1:4 expected an expression"),
    ("x = a && b", "1:8 expected an expression before '&'"),
    ("x = !a", "1:5 invalid character '!'"),
    ("with x as 1: pass", "1:11 cannot assign to a literal"),
    ("with x as: pass", "1:10 expected an expression before ':'"),
    ("async x = 1", "1:7 expected an operator or the end of the line before 'x'"),
    ("await = 1", "1:7 expected an expression before '='"),
    ("pass x", "1:6 expected an operator or the end of the line before 'x'"),
    ("break 1", "1:7 expected an operator or the end of the line before '1'"),
    ("x = f\"{}\"", "1:5 the braces of this f-string hold no expression"),
    ("x = f\"{a\"", "1:5 the braces of this f-string hold no expression"),
    ("x: int: int", "1:7 expected an operator or the end of the line before ':'"),
    ("lambda = 1", "1:8 expected a name before '='"),
    ("def f(*): pass", "1:7 a parameter must follow '*'"),
    ("def f(**a, b): pass", "1:12 no parameter may follow '**'"),
    ("x = 1 \\", "1:7 unexpected end of the file after a line continuation"),
    ("x = \\ 1", "1:5 unexpected character after a line continuation"),
]

#: What the grammar accepts and CPython's symbol table or compiler does not.
RULES = [
    ('yield x', "1:1 'yield' outside a function"),
    ('class A:\n    yield x', "2:5 'yield' outside a function"),
    ('await x', "1:1 'await' outside a function"),
    ('def f():\n    await x', "2:5 'await' outside an async function"),
    ('lambda: await x', "1:9 'await' outside an async function"),
    ('async for a in b: pass', "1:1 'async for' outside an async function"),
    ('def f():\n    async with a: pass', "2:5 'async with' outside an async function"),
    ('def f():\n    [a async for a in b]', '2:5 asynchronous comprehension outside of an asynchronous function'),
    ('async def f():\n    def g():\n        return [[a async for a in b] for b in c]', '3:16 asynchronous comprehension outside of an asynchronous function'),
    ('def f():\n    [(yield a) for a in b]', "2:7 'yield' inside list comprehension"),
    ('def f():\n    ((yield a) for a in b)', "2:7 'yield' inside generator expression"),
    ('async def f():\n    yield from a', "2:5 'yield from' inside async function"),
    ('async def f():\n    yield\n    return 1', "3:5 'return' with value in async generator"),
    ('return', "1:1 'return' outside a function"),
    ('class A:\n    return 1', "2:5 'return' outside a function"),
    ('break', "1:1 'break' outside a loop"),
    ('if x:\n    continue', "2:5 'continue' outside a loop"),
    ('for a in b:\n    def f():\n        break', "3:9 'break' outside a loop"),
    ('for a in b: pass\nelse:\n    continue', "3:5 'continue' outside a loop"),
    ('try: pass\nexcept* A:\n    break', "3:5 'break', 'continue' and 'return' cannot appear in an except* block"),
    ('def f():\n    try: pass\n    except* A:\n        return', "4:9 'break', 'continue' and 'return' cannot appear in an except* block"),
    ('for a in b:\n    try: pass\n    except* A:\n        continue', "4:9 'break', 'continue' and 'return' cannot appear in an except* block"),
    ('try: pass\nexcept: pass\nexcept A: pass', "2:1 default 'except:' must be last"),
    ("".join(" " * i + "while x:\n" for i in range(20)) + " " * 20 + "with a: pass", '21:21 too many statically nested blocks'),
    ('def f(a, a): pass', "1:10 duplicate parameter 'a' in function definition"),
    ('lambda a, *a: 1', "1:12 duplicate parameter 'a' in function definition"),
    ('def f(a, *, b, **b): pass', "1:18 duplicate parameter 'b' in function definition"),
    ('def f(__debug__): pass', '1:7 cannot assign to __debug__'),
    ('__debug__ = 1', '1:1 cannot assign to __debug__'),
    ('x.__debug__ = 1', '1:3 cannot assign to __debug__'),
    ('f(__debug__=1)', '1:3 cannot assign to __debug__'),
    ('for __debug__ in x: pass', '1:5 cannot assign to __debug__'),
    ('import a as __debug__', '1:13 cannot assign to __debug__'),
    ('del __debug__', '1:5 cannot assign to __debug__'),
    ('def f(x):\n    global x', "2:12 name 'x' is parameter and global"),
    ('def f(x):\n    nonlocal x', "2:14 name 'x' is parameter and nonlocal"),
    ('def f():\n    print(x)\n    global x', "3:12 name 'x' is used prior to global declaration"),
    ('def f():\n    x = 1\n    global x', "3:12 name 'x' is assigned to before global declaration"),
    ('x = 1\nglobal x', "2:8 name 'x' is assigned to before global declaration"),
    ('def f():\n    x: int\n    global x', "3:12 annotated name 'x' can't be global"),
    ('def f():\n    global x\n    x: int = 1', "3:5 annotated name 'x' can't be global"),
    ('def f():\n    global x\n    nonlocal x', "3:14 name 'x' is nonlocal and global"),
    ('nonlocal x', '1:1 nonlocal declaration not allowed at module level'),
    ('def f():\n    nonlocal x', "2:14 no binding for nonlocal 'x' found"),
    ('x = 1\ndef f():\n    def g():\n        nonlocal x', "4:18 no binding for nonlocal 'x' found"),
    ('def f():\n    x = 1\n    class A:\n        def g():\n            nonlocal y', "5:22 no binding for nonlocal 'y' found"),
    ('def f():\n    x = 1\n    def g():\n        print(x)\n        nonlocal x', "5:18 name 'x' is used prior to nonlocal declaration"),
    ('[x for x in (y := z)]', '1:14 an assignment expression cannot be used in what a comprehension runs over'),
    ('[x for x in a for y in (lambda: (z := 1))()]', '1:34 an assignment expression cannot be used in what a comprehension runs over'),
    ('[(x := 1) for x in y]', "1:3 assignment expression cannot rebind comprehension iteration variable 'x'"),
    ('[[(x := 1) for a in b] for x in y]', "1:4 assignment expression cannot rebind comprehension iteration variable 'x'"),
    ('[a for b in c if (a := b) for a in d]', "1:19 assignment expression cannot rebind comprehension iteration variable 'a'"),
    ('class A:\n    [(x := y) for y in z]', '2:7 an assignment expression in a comprehension cannot be used in a class body'),
    ('def f():\n    from a import *', '2:19 import * only allowed at module level'),
    ('class A:\n    from a import *', '2:19 import * only allowed at module level'),
    ('x = 1\nfrom __future__ import annotations', '2:1 from __future__ imports must occur at the beginning of the file'),
    ("'doc'\n'more'\nfrom __future__ import division", '3:1 from __future__ imports must occur at the beginning of the file'),
    ('if x:\n    from __future__ import division', '2:5 from __future__ imports must occur at the beginning of the file'),
    ('from __future__ import braces', '1:24 future feature braces is not defined'),
    ('from __future__ import division, nothing as x', '1:34 future feature nothing is not defined'),
    ('f(a=1, b=2, a=3)', '1:13 keyword argument repeated: a'),
    ('class A(m=1, m=2): pass', '1:14 keyword argument repeated: m'),
    ('f(1, x=2, *y, x=5)', '1:15 keyword argument repeated: x'),
    ('f(,)', "1:3 expected an expression before ','"),
    ('*a', '1:1 a starred expression cannot stand here'),
    ('*a = b', '1:1 a starred expression cannot stand here'),
    ('x = *a', '1:5 a starred expression cannot stand here'),
    ('x = *(a, b)', '1:5 a starred expression cannot stand here'),
    ('for a in *(b, c): pass', '1:10 a starred expression cannot stand here'),
    ('for a in *b: pass', '1:10 a starred expression cannot stand here'),
    ('return_ = yield_ = *a', '1:20 a starred expression cannot stand here'),
    ('(*a), b = c', '1:2 a starred expression cannot stand here'),
    ('*a, *b = c', '1:5 multiple starred expressions in assignment'),
    ('[*a, b, *c] = d', '1:9 multiple starred expressions in assignment'),
    ("f'{*a}'", '1:4 a starred expression cannot stand here'),
    ('x: int = *a', '1:10 a starred expression cannot stand here'),
    ("'\\x1'", "1:2 an escape '\\x' has 2 hexadecimal digits"),
    ("'a\\u12'", "1:3 an escape '\\u' has 4 hexadecimal digits"),
    ("'\\U00110000'", '1:2 no character of Unicode has this number'),
    ("'\\N'", "1:2 an escape '\\N' has the name of a character in braces"),
    ("'\\N{'", "1:2 an escape '\\N' has the name of a character in braces"),
    ("b'\\xg'", "1:3 an escape '\\x' has 2 hexadecimal digits"),
    ("b'é'", '1:3 bytes can only contain ASCII literal characters'),
    ("f'\\x1{a}'", "1:3 an escape '\\x' has 2 hexadecimal digits"),
    ("x = '''\n\\x4'''", "2:1 an escape '\\x' has 2 hexadecimal digits"),
    ('1._4', '1:1 invalid decimal literal'),
    ("x = 1" + "0" * 4300, '1:5 more than 4300 digits in a decimal integer'),
    ('x = é̈ + 🐍', "1:10 invalid character '🐍' (U+1F40D)"),
    ('a·b = ٣', "1:7 invalid character '٣' (U+0663)"),
    ('x: (yield) = 1', "1:5 'yield' cannot be used within an annotation"),
    ('match x:\n    case a, a: pass', "2:13 multiple assignments to name 'a' in pattern"),
    ('match x:\n    case a as a: pass', "2:15 multiple assignments to name 'a' in pattern"),
    ('match x:\n    case A(b, c=b): pass', "2:17 multiple assignments to name 'b' in pattern"),
    ('match x:\n    case _ | 1: pass', '2:10 wildcard makes remaining patterns unreachable'),
    ('match x:\n    case a: pass\n    case 1: pass', "2:10 name capture 'a' makes remaining patterns unreachable"),
    ('match x:\n    case (_ as a) | [a]: pass', '2:11 wildcard makes remaining patterns unreachable'),
    ('match x:\n    case 1 | a: pass', '2:14 alternative patterns bind different names'),
    ('match x:\n    case [a] | (b, 1): pass', '2:16 alternative patterns bind different names'),
    ('match x:\n    case *a, *b: pass', '2:14 multiple starred names in sequence pattern'),
    ('match x:\n    case [*a, 1, *_]: pass', '2:18 multiple starred names in sequence pattern'),
    ('match x:\n    case A(b=1, 2): pass', '2:17 positional patterns follow keyword patterns'),
    ('match x:\n    case A(b=1, b=2): pass', '2:17 attribute name repeated in class pattern: b'),
    ('match x:\n    case {**a, 1: 2}: pass', "2:16 expected '}' before '1'"),
    ('match x:\n    case {**_}: pass', "2:13 expected a name before '_'"),
    ('match x:\n    case {1: a, 1: b}: pass', '2:17 mapping pattern checks a key twice'),
    ("match x:\n    case f'a': pass", '2:10 patterns may only match literals and attribute lookups'),
    ('match x:\n    case 1j + 1j: pass', '2:10 real number required in complex literal'),
    ('match x:\n    case 1 - 2: pass', '2:14 imaginary number required in complex literal'),
    ('match x:\n    case 1 as _: pass', "2:15 cannot use '_' as a target"),
]

#: Programs next to these that it accepts.
NEAR = r"""
'doc'
from __future__ import annotations
from __future__ import division, print_function as p
import a.b
def f(x, *y, z=1, **w):
    global a, b
    a = b = 1
    def g():
        nonlocal x, y, w
        x = y = w = 1
        def h():
            nonlocal x
            x = 2
    class A:
        nonlocal z
        z = 2
    lambda: (yield)
    if x: return (yield)
    (await i for i in x)
    (i async for i in x)
    [a for a in x if (b := a)]
    [(c := a) for a in x]
    f(x=1, y=2, **w, z=3)
    f(*x, *y)
    x[*y]
    return *x, 1
def g():
    for v, *w in x: pass
    with a as u, b as (t, s): pass
    try: pass
    except E as r: pass
    import a.b, c as q
    def p(): pass
    class o: pass
    (n := 1)
    del m
    [l, (k, *j)] = x
    i: int = 1
    def h():
        nonlocal v, w, u, t, s, r, a, q, p, o, n, m, l, k, j, i
async def h():
    [[a async for a in b] for b in c]
    [await a for a in b]
    return
    async for a in b:
        async with a: break
    yield 1
x.y[__debug__]
global gg
gg = __debug__
for a in b:
    try: pass
    except* A:
        for c in d: break
    else: break
while x: pass
else: pass
a, b,
c = 1
{*a, 1}, [*a], (*a,)
*a, = b
for x in *a, b: pass
'\x41\u0041\U00000041\N{EM DASH}\N{em dash}\777\z'
b'\u1\N\xff'
rb'\x' b'\u', r'\u'
1_0.0_1e1_0
é = ª·º = 1
match x:
    case a if a: pass
    case (1 as a) | (2 as a) | [a]: pass
    case [a, b] | {1: b, 2: a} if 0: pass
    case {"a": 1, 'b': _, a.b: c, a.c: _, **rest}: pass
    case A(_, _, b=_, c=d): pass
    case 1 + 2j | -1 - 0j | None | "f" 'x' | b'f' | -3: pass
    case [_, *_] | (_, [*_]): pass
    case *a, _: pass
    case (((1 | 2) as a)): pass
    case (a): pass
"""
