# One run shows every syntax error, each once.
def no_colon(a: int)
    return a +

def wrong_equals(a: int) -> int:
    if a = 3:
        x = 1
    else
        y = (1, 2
    z = no_colon(3 4)
    return z

x = 'abc
class A:
    def m(self:
        pass
def indentation(n: int) -> int:
  return n
   + 2
  print "hello"
for i in range(3):
pass
def targets(n: int) -> int:
    f() = 3
    1 = x
    x + 1 = 2
    None = 4
    x + 1 += 2
    else: pass
    n = 0777
    m = 10L
    q = {1: 2, 3)
    return undefined_but_not_reported
while True print(3)
def duplicate(a, a): pass
return 3
a = “x”
b = 3 $ 4
def order(a=1, b): pass
f(a=1, 2)
f(a + 1=2)
x = 1 if 2
del
import
from x import
try:
    pass
break
	if 1:
   pass
(a for b)
]
x: int, y = 3
try:
    pass
except A, e:
    pass
"""never
ends
